/** Colors that color-blind readers can distinguish, on white and on black. */
const LIGHT = [
	'#0969da',
	'#bc4c00',
	'#1a7f37',
	'#8250df',
	'#bf3989',
	'#6e7781',
	'#9a6700',
	'#0b7a75',
];
const DARK = [
	'#58a6ff',
	'#f0883e',
	'#3fb950',
	'#bc8cff',
	'#f778ba',
	'#8b949e',
	'#d29922',
	'#39c5cf',
];

export const COLORS = LIGHT.length;

const colored = (colors: string[]) =>
	colors.map((color, index) => `.s${index}{color:${color}}`).join('');

export const STYLE = [
	'text{font:13px system-ui,sans-serif;fill:#1f2328}',
	'.title{font-size:15px;font-weight:600}',
	'.grid{stroke:#d1d9e0}',
	'.paper{fill:#fff}',
	colored(LIGHT),
	'@media(prefers-color-scheme:dark){',
	'text{fill:#f0f6fc}.grid{stroke:#3d444d}.paper{fill:#0d1117}',
	colored(DARK),
	'}',
].join('');
