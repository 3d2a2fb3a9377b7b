import { join } from 'node:path';

import { npm } from '../installation/npm';

/** Builds the checkout's package and packs it as it would be published. */
export async function packPackage(checkout: string, destination: string): Promise<string> {
	await npm(['run', 'build'], { cwd: checkout });
	const answer = await npm(['pack', '--json', '--silent', '--pack-destination', destination], {
		cwd: checkout,
	});
	const [{ filename }] = JSON.parse(answer) as Array<{ filename: string }>;
	return join(destination, filename);
}
