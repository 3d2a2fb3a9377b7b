/** An n8n version and everything that determines what is installed for it. */
export interface Release {
	n8n: string;
	/** The Node.js that runs it: n8n 2.41 requires 24, and earlier versions accept it. */
	node: string;
	/** Exact versions of indirect dependencies whose ranges keep npm's resolver busy for minutes. */
	overrides: Record<string, string>;
	/** Settings that only this version understands. */
	environment: Record<string, string>;
}

const node = '24.21.0';
const overrides = {
	'@langchain/langgraph': '1.4.10',
	linkedom: '0.18.12',
	'msgpackr-extract': '3.0.3',
};

export const newestRelease: Release = {
	// `LAB_N8N` names another version, to find out early what the next n8n changes.
	n8n: process.env.LAB_N8N || '2.41.1',
	node,
	overrides,
	// It calls a registry on the internet at every start.
	environment: { N8N_DISABLED_MODULES: 'mcp-registry' },
};

/** Until about 2.17, n8n took this from another site; here everything is from the registry. */
const fromTheRegistry = { ...overrides, xlsx: '0.18.5' };

/** The last of 1.x, the first of 2.x, and one halfway to the newest. */
export const earlierReleases: Release[] = ['1.123.81', '2.0.0', '2.20.12'].map((n8n) => ({
	n8n,
	node,
	overrides: fromTheRegistry,
	environment: {},
}));
