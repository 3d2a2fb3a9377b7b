import axios from 'axios';

import { bookingOfItem, eachId, onDemand } from '../../fixtures/nodes';
import type { PackageFixture } from '../../fixtures/packageFixture';
import type { StoredCredential } from '../../lab/rest/credentials';
import type { StoredWorkflow } from '../../lab/rest/workflows';

interface Execution {
	isSuccess: boolean;
	bookings: unknown;
}

/** A workflow that looks up bookings, in one execution per request. */
export class BookingWorkflow {
	private constructor(
		private readonly fixture: PackageFixture,
		private readonly path: string,
		private readonly workflow: StoredWorkflow,
	) {}

	static async publish(
		fixture: PackageFixture,
		path: string,
		credential: StoredCredential,
	): Promise<BookingWorkflow> {
		const { lab } = fixture;
		const nodes = [onDemand(path), eachId, bookingOfItem(credential)];
		const workflow = await lab.workflows.create(path, nodes);
		await lab.workflows.publish(workflow);
		await lab.untilRouted(path);
		return new BookingWorkflow(fixture, path, workflow);
	}

	async unpublish(): Promise<void> {
		await this.fixture.lab.workflows.unpublish(this.workflow);
		await this.fixture.lab.untilRouted(this.path, false);
	}

	async lookUp(ids: string[]): Promise<Execution> {
		const { status, data } = await axios.post<unknown>(
			`${this.fixture.lab.webhookUrl}/webhook/${this.path}`,
			{ ids },
			{ proxy: false, validateStatus: () => true },
		);
		return { isSuccess: status === 200, bookings: data };
	}
}
