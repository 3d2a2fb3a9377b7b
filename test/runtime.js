const { sep } = require('node:path');
const { Script } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const INSTALLED = `${sep}node_modules${sep}`;

/** By file. What is installed stays as it is while tests run. */
const texts = new Map();
const scripts = new Map();

/**
 * Jest reads and compiles n8n-core and our code anew for each suite. Here, a process does it once.
 * A compiled script belongs to no suite: each still runs all of it in a world of its own.
 */
module.exports = class extends Runtime {
	transformFile(filename, options) {
		const known = texts.get(filename);
		if (known !== undefined) return known;
		const text = super.transformFile(filename, options);
		if (filename.includes(INSTALLED)) texts.set(filename, text);
		return text;
	}

	createScriptFromCode(source, filename) {
		const known = scripts.get(filename);
		if (known?.source === source) return known.script;
		let script;
		try {
			// Without a function for `import()`, which would keep the first suite in memory.
			script = new Script(this.wrapCodeInModuleWrapper(source), { filename });
		} catch {
			// Jest says more about what is no JavaScript.
			return super.createScriptFromCode(source, filename);
		}
		scripts.set(filename, { source, script });
		return script;
	}

	/** Jest looks for the file of each module before it asks whether any is mocked. */
	_shouldMockCjs(from, moduleName, mocked) {
		return mocked.size > 0 && super._shouldMockCjs(from, moduleName, mocked);
	}
};
