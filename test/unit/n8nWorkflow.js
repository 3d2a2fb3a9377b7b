// What the shipped code uses of n8n-workflow. The rest, two thirds of it, takes longer to load than
// most tests, and is loaded for the tests that use it.
const N8N_WORKFLOW = '../../node_modules/n8n-workflow/dist/cjs';

const used = {
	...require(`${N8N_WORKFLOW}/errors`),
	...require(`${N8N_WORKFLOW}/utils`),
	__esModule: true,
};

module.exports = new Proxy(used, {
	get: (_, name) => (name in used ? used[name] : require(N8N_WORKFLOW)[name]),
});
