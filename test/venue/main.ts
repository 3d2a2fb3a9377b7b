import { parseArgs } from 'node:util';
import { startVenue } from './index';
import { HARD_PROFILES, PROFILES, type ProfileChoice } from './profiles';

const SEEDED_BOOKINGS = 25;

function profileCalled(name: string): ProfileChoice['profile'] {
	const names = Object.keys({ ...PROFILES, ...HARD_PROFILES });
	if (names.includes(name)) return name as ProfileChoice['profile'];
	throw new Error(`There is no profile "${name}": choose ${names.join(', ')}`);
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '0' },
			profile: { type: 'string', default: 'plain' },
			/** https://n8n.example=http://127.0.0.1:5678 */
			receiver: { type: 'string', multiple: true, default: [] },
		},
	});
	const venue = await startVenue({
		port: Number(values.port),
		profile: profileCalled(values.profile),
		receivers: Object.fromEntries(values.receiver.map((pair) => pair.split('=', 2))),
	});
	venue.bookings.seed(SEEDED_BOOKINGS);

	const stop = () => void venue.stop();
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	process.once('disconnect', stop);

	const { baseUrl, credentials, pageUrl } = venue;
	process.send?.({ baseUrl, credentials });
	console.log(`The simulated Venue Platform is open (Ctrl+C closes it).

  Page            ${pageUrl}
  Base URL        ${baseUrl}
  Client ID       ${credentials.clientId}
  Client Secret   ${credentials.clientSecret}

Ask it for a token:
  curl -s ${baseUrl}/token -H 'Content-Type: application/json' \\
    -d '{"client_id":"${credentials.clientId}","client_secret":"${credentials.clientSecret}"}'

See what it was asked, move its time, let a booking come in:
  curl -s ${baseUrl}/_venue/requests
  curl -s ${baseUrl}/_venue/clock/advance -d '[60000]'
  curl -s ${baseUrl}/_venue/bookings/create -d '[{"guests": 4}]'
`);
}

void main();
