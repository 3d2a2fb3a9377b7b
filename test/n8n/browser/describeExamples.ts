import type { Locator } from 'playwright-core';

import { exampleNames, readExample, starterNames } from '../../examples/examples';
import { imported, isOurs } from '../../examples/imported';
import type { Editor } from './editor';
import type { EditorFixture } from './editorFixture';
import { takePicture } from './pictures';

/** What covers the canvas and does not belong to a workflow. */
const AROUND_THE_WORKFLOW = [
	'.vue-flow__background',
	'.vue-flow__panel',
	'[data-test-id=canvas-handle-plus-wrapper], [data-test-id=canvas-handle-plus-wrapper] *',
	'[class*=nodeButtonsWrapper], [class*=nodeButtonsWrapper] *',
	'[class*=executionButtons]',
	'[class*=executionButtons] *',
].join();

/** Wide enough for the longest workflow. */
const OF_AN_EXAMPLE = { width: 1800, height: 1400 };
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };
const MARGIN = 16;
/** Names are below the nodes and wider than them, and below a name is what the node does. */
const BESIDE_NODE = 48;
const BELOW_NODE = 88;

const allNames = [...exampleNames(), ...starterNames()];

export function describeExamples(fixture: EditorFixture, editorOf: () => Editor) {
	describe('the example', () => {
		beforeAll(async () => {
			const editor = editorOf();
			await editor.page.setViewportSize(OF_AN_EXAMPLE);
			await editor.leave();
			const content = `${AROUND_THE_WORKFLOW} { visibility: hidden !important }`;
			await editor.page.addStyleTag({ content });
		});

		it.each(allNames)('%s is shown completely, with its notes', async (name) => {
			const example = readExample(name);
			const editor = editorOf();
			const { page } = editor;
			await editor.openNext(
				imported(example, (node) => (isOurs(node) ? fixture.credential : undefined)),
			);
			const notes = example.nodes.filter(({ type }) => type.endsWith('.stickyNote'));
			const steps = example.nodes
				.filter((node) => !notes.includes(node))
				.map(({ name: step }) => step);
			for (const step of steps) {
				await editor.node(step).waitFor();
				expect(await editor.node(step).count()).toBe(1);
			}
			expect(await page.locator('[data-test-id=sticky]').count()).toBe(notes.length);
			await page.keyboard.press('1');
			expect(await coveredTexts(editor, steps)).toEqual([]);
			await takePicture(page, `examples/${name.split('/')[1]}`, {
				clip: await areaOfWorkflow(editor),
			});
		});
	});
}

const boxesOf = async (all: Locator[]) =>
	await Promise.all(all.map(async (one) => (await one.boundingBox()) ?? NOWHERE));

/** The paragraphs of notes that a step is in front of. */
async function coveredTexts(editor: Editor, steps: string[]): Promise<string[]> {
	const paragraphs = await editor.page.locator('[data-test-id=sticky] :is(p, li)').all();
	const boxes = await boxesOf(paragraphs);
	const front = await boxesOf(steps.map((step) => editor.node(step)));
	const covered = paragraphs.filter((_, index) => {
		const { x, y, width, height } = boxes[index];
		return front.some(
			(step) =>
				step.x < x + width &&
				x < step.x + step.width &&
				step.y < y + height &&
				y < step.y + step.height,
		);
	});
	return await Promise.all(covered.map(async (paragraph) => await paragraph.innerText()));
}

async function areaOfWorkflow(editor: Editor) {
	const shown = await editor.page.locator('.vue-flow__node').all();
	const boxes = (await Promise.all(shown.map(async (node) => await node.boundingBox()))).filter(
		(box) => box !== null,
	);
	const left = Math.min(...boxes.map(({ x }) => x)) - MARGIN;
	const top = Math.min(...boxes.map(({ y }) => y)) - MARGIN;
	const right = Math.max(...boxes.map(({ x, width }) => x + width)) + BESIDE_NODE;
	const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + BELOW_NODE;
	return { x: left, y: top, width: right - left, height: bottom - top };
}
