import type { Browser } from 'playwright-core';

import type { SimulatedVenue } from '../../venue';
import { ACTION_NODE, recovery, trigger } from '../fixtures/nodes';
import { packedPackage } from '../fixtures/packedPackage';
import { venueBeside } from '../fixtures/venueBeside';
import { startLab, type Lab } from '../lab/lab';
import type { StoredCredential } from '../lab/rest/credentials';
import type { WorkflowNode } from '../lab/rest/workflows';
import { openBrowser, openPage } from './chromium';
import { Editor } from './editor';

/** n8n's editor in a browser, with the package and a credential for a venue. */
export class EditorFixture {
	private browser!: Browser;

	private lab!: Lab;

	venue!: SimulatedVenue;

	credential!: StoredCredential;

	private closePage?: () => Promise<void>;

	async start(): Promise<void> {
		this.browser = await openBrowser();
		this.lab = await startLab({ mode: 'regular', tarball: packedPackage() });
		const { lab } = this;
		this.venue = await venueBeside(lab);
		this.credential = await lab.credentials.create(
			'venuePlatformApi',
			{ baseUrl: this.venue.baseUrl, ...this.venue.credentials },
			'Harbor Leisure Park',
		);
	}

	/** Stops what has been started, even if the start failed. */
	async stop(): Promise<void> {
		await this.closePage?.();
		await this.venue?.stop();
		await this.lab?.stop();
		await this.browser?.close();
	}

	/** Opens the editor in a new page and closes the previous one. */
	async open(colorScheme: 'light' | 'dark'): Promise<Editor> {
		await this.closePage?.();
		const { page, close } = await openPage(this.browser, { colorScheme });
		this.closePage = close;
		const editor = new Editor(page, this.lab);
		await editor.logIn();
		return editor;
	}

	action(parameters: Record<string, unknown>): WorkflowNode {
		return { name: 'Venue Platform', type: ACTION_NODE, parameters, credential: this.credential };
	}

	trigger(parameters: Record<string, unknown>): WorkflowNode {
		const node = trigger(this.credential, 'bookings-of-the-browser', parameters);
		return { ...node, name: 'Venue Platform Trigger' };
	}

	recoveryTrigger(): WorkflowNode {
		const pollTimes = { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] };
		const node = recovery(this.credential, { pollTimes });
		return { ...node, name: 'Venue Platform Recovery Trigger' };
	}
}
