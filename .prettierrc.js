module.exports = {
	arrowParens: 'always',
	endOfLine: 'lf',
	printWidth: 100,
	singleQuote: true,
	trailingComma: 'all',
	useTabs: true,
};
