/** `npm run demo`: compiles the demo and runs it here, so Ctrl+C only has to stop one process. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

process.stdout.write('Preparing the demo\n');
const compiler = require.resolve('typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', 'test/demo'], { stdio: 'inherit' });
if (status === 0) require('../../node_modules/.cache/demo/demo/main.js');
else process.exitCode = 1;
