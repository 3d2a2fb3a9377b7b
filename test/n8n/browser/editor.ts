import type { Locator, Page } from 'playwright-core';

import type { Lab } from '../lab/lab';
import { until } from '../fixtures/until';
import { labOwner } from '../lab/rest/session';
import { definition, type StoredWorkflow, type WorkflowNode } from '../lab/rest/workflows';

/** A list that is never empty here. */
const AWAY = '/home/credentials';

/** n8n's editor, as far as the tests use it. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly lab: Lab,
	) {}

	async logIn(): Promise<void> {
		const { email, password } = labOwner;
		await this.page.goto(`${this.lab.main.url}/home/workflows`);
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(email);
		await this.page.locator('input[type=password]').fill(password);
		await this.byTestId('form-submit-button').click();
		await this.page.waitForURL('**/home/workflows');
		// n8n’s advice after publishing covers the workflow.
		const advice = this.byTestId('suggested-actions-close');
		await this.page.addLocatorHandler(advice, async (close) => await close.click());
	}

	byTestId(id: string): Locator {
		return this.page.locator(`[data-test-id=${id}]`);
	}

	node(name: string): Locator {
		return this.page.locator(`[data-test-id=canvas-node][data-node-name="${name}"]`);
	}

	parameter(name: string): Locator {
		return this.byTestId(`parameter-input-${name}`);
	}

	get dialog(): Locator {
		return this.byTestId('editCredential-modal');
	}

	async openNew(): Promise<void> {
		await this.page.goto(`${this.lab.main.url}/workflow/new`);
		await this.page.getByText('Add first step').waitFor();
	}

	/** Opens a saved workflow. Without `pinData` the editor does not execute a single node. */
	async open(name: string, nodes: WorkflowNode[]): Promise<StoredWorkflow> {
		const workflow = await this.openSaved({ ...definition(name, nodes), pinData: {} });
		await this.node(nodes[0].name).waitFor();
		return workflow;
	}

	async openSaved(definitionOfIt: object): Promise<StoredWorkflow> {
		const workflow = await this.lab.session.call<StoredWorkflow>(
			'POST',
			'/rest/workflows',
			definitionOfIt,
		);
		await this.show(workflow);
		return workflow;
	}

	/**
	 * Opens a saved workflow after another one that was not changed, without loading the editor again,
	 * which takes a browser seconds.
	 */
	async openNext(definitionOfIt: object): Promise<void> {
		const { id } = await this.lab.session.call<StoredWorkflow>(
			'POST',
			'/rest/workflows',
			definitionOfIt,
		);
		// What the two have in common would be found in the former.
		await this.goTo(AWAY);
		await this.untilAway();
		await this.goTo(`/workflow/${id}`);
	}

	/** As a link does. */
	private async goTo(path: string): Promise<void> {
		const router = "document.querySelector('#app').__vue_app__.config.globalProperties.$router";
		await this.page.evaluate(`${router}.push(${JSON.stringify(path)})`);
	}

	async show({ id }: StoredWorkflow): Promise<void> {
		await this.page.goto(`${this.lab.main.url}/workflow/${id}`);
	}

	async leave(): Promise<void> {
		await this.page.goto(`${this.lab.main.url}${AWAY}`);
		await this.untilAway();
	}

	private async untilAway(): Promise<void> {
		await this.byTestId('resources-list-wrapper').waitFor();
		await this.byTestId('canvas').waitFor({ state: 'detached' });
	}

	/** By URL, because n8n’s advice after publishing covers the tabs. */
	async showExecutions({ id }: StoredWorkflow): Promise<void> {
		await this.page.goto(`${this.lab.main.url}/workflow/${id}/executions`);
		await this.page.getByText('Succeeded').first().waitFor();
	}

	/** Does what step 1 of the page about the examples says. */
	async importFromUrl(link: string): Promise<void> {
		await this.openNew();
		await this.byTestId('workflow-menu').first().click();
		await this.byTestId('workflow-menu-item-import').click();
		await this.byTestId('workflow-menu-item-import-from-url').click();
		await this.byTestId('workflow-url-import-input').click();
		await this.page.keyboard.insertText(link);
		await this.byTestId('confirm-workflow-import-url-button').click();
	}

	/** Clicks the button next to a trigger. */
	async executeFrom(trigger: string): Promise<void> {
		await this.node(trigger).hover();
		await this.page.locator(`[data-test-id="execute-workflow-button-${trigger}"]`).click();
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.byTestId('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.byTestId('ndv').waitFor({ state: 'hidden' });
	}

	get searchResults(): Locator {
		return this.byTestId('item-iterator-item');
	}

	get venuePlatform(): Locator {
		return this.searchResults.filter({ hasText: 'Venue Platform' }).first();
	}

	async searchFor(words: string): Promise<void> {
		await this.byTestId('canvas-plus-button').click();
		await this.byTestId('node-creator-search-bar').fill(words);
		// The items from before the search remain visible for a moment.
		await this.venuePlatform.waitFor();
	}

	/** Adds a node with the plus after a node and the nodes panel, and opens its panel. */
	async addAfter(node: string, app: string, action: string): Promise<void> {
		await this.node(node).hover();
		await this.byTestId('canvas-handle-plus').first().click();
		await this.byTestId('node-creator-search-bar').fill(app);
		// The items from before the search also name apps.
		for (const name of [app, action]) {
			const itself = this.page.getByText(name, { exact: true });
			await this.searchResults.filter({ has: itself }).first().click();
		}
		await this.byTestId('ndv').waitFor();
	}

	async choose(parameter: string, option: string): Promise<void> {
		await this.optionsOf(parameter);
		await this.page.getByRole('option', { name: option, exact: true }).click();
	}

	async dragOntoCanvas(item: Locator): Promise<void> {
		await item.dragTo(this.byTestId('canvas'), { targetPosition: { x: 400, y: 350 } });
	}

	async publish(): Promise<void> {
		await this.byTestId('workflow-open-publish-modal-button').click();
		await this.byTestId('workflow-publish-button').click();
		await this.byTestId('workflowPublish-modal').waitFor({ state: 'hidden' });
	}

	/** The text of the open node's panel, including what is selected in its lists. */
	async panelText(): Promise<string> {
		const panel = this.byTestId('ndv');
		const chosen = await panel.locator('input:visible').all();
		const values = await Promise.all(chosen.map((input) => input.inputValue()));
		return [await panel.innerText(), ...values].join('\n');
	}

	/** n8n fills in the lists of a panel after it has opened it. */
	async expectInPanel(...texts: string[]): Promise<void> {
		let text = '';
		let missing = texts;
		const isThere = async () => {
			text = await this.panelText();
			missing = texts.filter((expected) => !text.includes(expected));
			return missing.length === 0;
		};
		await until(isThere).catch(() => {
			throw new Error(`The panel does not show ${missing.join(', ')}:\n${text}`);
		});
	}

	async optionsOf(parameter: string): Promise<string> {
		await this.parameter(parameter).click();
		const list = this.page.locator('.el-select-dropdown:visible, [role=listbox]:visible').first();
		await list.waitFor();
		return await list.innerText();
	}

	/** n8n repeats a node's message in a corner, where it covers the panel. */
	async closeNotice(): Promise<void> {
		const notice = this.page.locator('.el-notification');
		await notice.locator('.el-notification__closeBtn').first().click();
		await notice.first().waitFor({ state: 'detached' });
	}

	async execute(): Promise<void> {
		await this.byTestId('node-execute-button').click();
	}
}
