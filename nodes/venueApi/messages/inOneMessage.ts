/** What happened and what to do about it, where n8n shows the message and nothing else. */
export function inOneMessage(thrown: unknown): string {
	const { message, description } = thrown as { message: string; description?: string | null };
	return [message, description ?? '']
		.filter((text) => text !== '')
		.map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
		.join(' ');
}
