/** What both agents are offered, under the names that n8n gives their tools. */
export const TOOLS = [
	'Check_the_Webhooks',
	'Find_Bookings',
	'List_Changed_Bookings',
	'List_Undelivered_Messages',
	'List_Visits',
	'Look_Up_Details',
	'Look_Up_a_Booking',
];
