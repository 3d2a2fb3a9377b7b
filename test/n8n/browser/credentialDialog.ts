import { start } from '../fixtures/nodes';
import type { Editor } from './editor';
import type { EditorFixture } from './editorFixture';
import { takePicture } from './pictures';
import { RAW_NAME } from './rawName';

/** The address of the simulated venue, which is different each time. */
const SIMULATED = 'http://127.0.0.1';
/** The field’s own example. */
const OF_A_VENUE = 'https://api.venue-platform.example';

export function describeCredentialDialog(fixture: EditorFixture, editorOf: () => Editor) {
	let editor: Editor;

	/** The picture shows a venue’s address in the field; n8n keeps the real one. */
	async function takeDialog(name: string): Promise<void> {
		const field = editor.parameter('baseUrl').locator('input');
		const show = async (address: string) =>
			await field.evaluate((input: { value: string }, shown) => {
				input.value = shown;
			}, address);
		const own = await field.inputValue();
		expect(own).toContain(SIMULATED);
		await show(OF_A_VENUE);
		await takePicture(editor.dialog, name);
		await show(own);
	}

	describe('the credential', () => {
		beforeEach(async () => {
			editor = editorOf();
			// Tall enough to show every field in the picture; n8n's own dialog scrolls from 750 pixels.
			await editor.page.setViewportSize({ width: 1024, height: 1400 });
			await editor.open('Bookings', [
				start,
				fixture.action({ resource: 'booking', operation: 'getAll' }),
			]);
			await editor.openNode('Venue Platform');
			await editor.byTestId('credential-edit-button').click();
			await editor.dialog.waitFor();
			const content = '.el-dialog { --dialog--max-height: none !important }';
			await editor.page.addStyleTag({ content });
		});

		afterEach(async () => await editor.page.setViewportSize({ width: 1024, height: 600 }));

		it('passes its test when it is opened', async () => {
			await editor.dialog.getByText('Connection tested successfully').waitFor();
			await editor.dialog.locator('[aria-busy]').waitFor({ state: 'hidden' });
			expect(await editor.dialog.innerText()).not.toMatch(RAW_NAME);
			await takeDialog('n8n-credential');
		});

		it('says what to do about a wrong secret', async () => {
			await editor.dialog.getByText('Connection tested successfully').waitFor();
			await editor.parameter('clientSecret').locator('input').fill('guessed');
			await editor.byTestId('credential-save-button').click();
			await editor.dialog.getByText('More details').click();
			await editor.dialog
				.getByText('The venue did not accept this Client ID and Client Secret')
				.waitFor();
			await editor.dialog.getByText('Copy both again from the venue management console.').waitFor();
			await takeDialog('n8n-wrong-secret');

			await editor
				.parameter('clientSecret')
				.locator('input')
				.fill(fixture.venue.credentials.clientSecret);
			await editor.byTestId('credential-save-button').click();
			await editor.dialog.getByText('Connection tested successfully').waitFor();
		});
	});
}
