// The part of n8n-workflow that the rooms use: all of it takes most of a run, thousands of times.
module.exports = {
	...require('../../node_modules/n8n-workflow/dist/cjs/errors'),
	...require('../../node_modules/n8n-workflow/dist/cjs/utils'),
};
