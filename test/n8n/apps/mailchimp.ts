import type { AppAnswer, AppRequest, SimulatedApp } from './simulatedApps';

/**
 * The members of a Mailchimp audience, by email address.
 * https://mailchimp.com/developer/marketing/api/list-members/add-member-to-list/
 */
export class Mailchimp implements SimulatedApp {
	readonly hosts = ['us1.api.mailchimp.com'];
	readonly members = new Map<string, { status: string; merge_fields: Record<string, string> }>();

	answer({ method, path, body }: AppRequest): AppAnswer | undefined {
		if (method !== 'POST' || !/^\/3\.0\/lists\/[^/]+\/members$/.test(path)) return undefined;
		const { email_address: email, ...member } = JSON.parse(body.toString()) as {
			email_address: string;
			status: string;
			merge_fields: Record<string, string>;
		};
		if (this.members.has(email)) {
			const detail = `${email} is already a list member.`;
			return { status: 400, json: { title: 'Member Exists', status: 400, detail } };
		}
		this.members.set(email, member);
		return { json: { id: String(this.members.size), email_address: email } };
	}
}
