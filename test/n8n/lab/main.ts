/** A private n8n with this checkout's package, until Ctrl+C: `npm run n8n [-- queue]`. */
import { installN8n } from './installation/n8nInstallation';
import { startLab, type Lab } from './lab';
import { packPackage } from './package/tarball';
import { Supervised } from './processes/supervised';
import { labOwner } from './rest/session';

async function main([mode = 'regular']: string[]): Promise<void> {
	if (mode !== 'regular' && mode !== 'queue') throw new Error('Usage: npm run n8n [-- queue]');
	const lab = await startWithPackageOf(process.cwd(), mode);
	say(`n8n:   ${lab.main.url}`);
	say(`Login: ${labOwner.email}, ${labOwner.password}`);
	say('Ctrl+C stops it, and nothing of it remains.');
	await interrupted();
	await lab.stop();
}

async function startWithPackageOf(checkout: string, mode: 'regular' | 'queue'): Promise<Lab> {
	const { node } = await installN8n();
	const packing = await Supervised.begin(node, 'venue-platform-packed');
	try {
		return await startLab({ mode, tarball: await packPackage(checkout, packing.folder) });
	} finally {
		await packing.end();
	}
}

async function interrupted(): Promise<void> {
	await new Promise<void>((resolve) => {
		const forever = setInterval(() => {}, 60_000);
		for (const signal of ['SIGINT', 'SIGTERM'] as const) {
			process.once(signal, () => {
				clearInterval(forever);
				resolve();
			});
		}
	});
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: Error) => {
	process.stderr.write(`${error.message}\n`);
	process.exitCode = 1;
});
