const palette = require('./dark-palette.json');

/** The same drawing in the colors of the dark palette. */
function renderDark(drawing) {
	return drawing.replace(/(fill|stroke|stop-color)="(?!none")([^"]*)"/g, (_, paint, color) => {
		if (!(color in palette)) throw new Error(`icons/dark-palette.json has nothing for ${color}`);
		return `${paint}="${palette[color]}"`;
	});
}

module.exports = { renderDark };
