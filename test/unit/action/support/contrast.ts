/** From 1 to 21, by the formula of WCAG. */
function contrast(one: string, other: string): number {
	const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
	const [red, green, blue] = [1, 3, 5]
		.map((start) => parseInt(color.slice(start, start + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of the most visible color of a drawing. */
export function bestContrast(drawing: string, background: string): number {
	const colors = [...drawing.matchAll(/(?:fill|stroke|stop-color)="(#[0-9a-f]{6})"/gi)];
	return Math.max(...colors.map(([, color]) => contrast(color, background)));
}
