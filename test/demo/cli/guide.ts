import { owner } from '../servers/seedN8n';

export function guide(at: {
	venue: string;
	n8n: string;
	password: string;
	folder: string;
}): string {
	return `
The demo is ready. Open these two pages side by side:

  The venue   ${at.venue}
  n8n         ${at.n8n}
              log in as ${owner.email} with ${at.password}

Try this:

  1. On the venue’s page, create a booking. In n8n, open the workflow “New bookings” and its tab
     Executions: the booking has started it.
  2. Switch “Receiver unreachable” on, create another booking and move the venue’s clock by 15 minutes:
     the venue tries again, later each time. Execute the workflow “Failed deliveries” in n8n: it shows
     what did not arrive. It also starts by itself, every 15 minutes, if something is new.
  3. Switch it off and click “To next retry”: the booking arrives after all, once.
  4. Open the workflow “Nightly report” and execute it twice from “Every Night”: the second time the
     node says when the venue accepts the request again.

Ctrl+C stops everything. The data stays in ${at.folder}
for the next start; npm run demo -- --reset starts over.
`;
}
