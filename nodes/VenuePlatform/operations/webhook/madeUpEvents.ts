import type { GenericValue, IDataObject } from 'n8n-workflow';

import type { Topic } from '../../../venueApi/resources/events';

/** In a form that services of this kind have. The API document shows no field of these. */
export function madeUpData(topic: Topic, now: string): GenericValue | GenericValue[] {
	const day = now.slice(0, 10);
	const guest = { firstName: 'Sample', lastName: 'Guest', email: 'guest@example.com' };
	const phone = '+44 20 7946 0000';
	const made: Record<Topic, () => IDataObject | IDataObject[]> = {
		Booking: () => ({
			uniqueId: 'sample-booking',
			bookingReference: '1000001',
			createdDate: now,
			status: 'Paid',
			name: 'Sample Guest',
			customerId: 1001,
			total: 40,
			remainder: 0,
			items: [
				{
					bookingItemId: 1,
					productId: 301,
					quantity: 2,
					bookingDate: day,
					sessionStartTime: '14:00',
					sessionEndTime: '15:00',
				},
			],
		}),
		Ticket: () => ({
			ticketId: '1000001-1',
			bookingReference: '1000001',
			productId: 301,
			ticketHolderName: 'Sample Guest',
			signedWaiverId: null,
		}),
		Redemption: () => ({
			redemptions: [
				{
					redemptionDate: now,
					ticketId: '1000001-1',
					ticketHolderName: 'Sample Guest',
					quantityRedeemed: 1,
					customerId: 1001,
				},
			],
		}),
		Customer: () => ({
			customerId: 1001,
			...guest,
			phone,
			dateOfBirth: '1990-01-31',
			acceptMarketing: false,
			flags: [],
		}),
		Product: () => ({
			productId: 300,
			name: 'Sample Product',
			products: [{ productId: 301, name: 'Sample Product, One Hour' }],
		}),
		SignedWaiver: () => [
			{
				signedWaiverId: 2001,
				parentSignedWaiverId: null,
				...guest,
				contactNumber: phone,
				guestId: 1001,
				isForMinor: false,
				isValid: true,
				createdDate: now,
				expiryDate: null,
			},
		],
		PaymentLink: () => ({
			id: 3001,
			bookingUniqueIdentifier: 'sample-booking',
			amount: 40,
			url: 'https://pay.example.com/sample',
			email: guest.email,
			phone,
			bookingPaymentId: null,
		}),
		BulkExport: () => ({
			exportType: 'Payments',
			processId: 'sample-export',
			sequenceNumber: 1,
			sequenceTotal: 1,
			preSignedUrls: ['https://files.example.com/sample.json'],
		}),
	};
	return made[topic]();
}
