// The part of n8n-workflow that the rooms use. Loading all of it, thousands of times, would take
// most of a run.
module.exports = {
	...require('../../node_modules/n8n-workflow/dist/cjs/errors'),
	...require('../../node_modules/n8n-workflow/dist/cjs/utils'),
};
