import type { Proof } from '../proof';

/**
 * To read a credential, n8n 2 builds an expression isolate, which costs nearly as much as the rest of
 * a delivery. After a change of the credential, what was right until then is right for so long.
 */
const RECENT_MS = 10_000;

/** What the deliveries to the triggers of this process have shown and should show. */
export class RecentProofs {
	private readonly recent = new Map<string, { proof: Proof; readAt: number }>();

	/** Deliveries at the same time have the credential read once. */
	private readonly readings = new Map<string, Promise<Proof | undefined>>();

	/** Says no only after it has read the credential for this delivery. */
	async agree(
		trigger: string,
		isShown: (proof: Proof | undefined) => boolean,
		read: () => Promise<Proof | undefined>,
	): Promise<boolean> {
		if (isShown(this.recentProof(trigger))) return true;
		const reading = this.readings.get(trigger);
		if (reading) {
			const [shared] = await Promise.allSettled([reading]);
			if (shared.status === 'fulfilled' && isShown(shared.value)) return true;
		}
		return isShown(await this.read(trigger, read));
	}

	private recentProof(trigger: string): Proof | undefined {
		const { proof, readAt } = this.recent.get(trigger) ?? { readAt: -Infinity };
		const age = Date.now() - readAt;
		return age >= 0 && age < RECENT_MS ? proof : undefined;
	}

	private async read(trigger: string, read: () => Promise<Proof | undefined>) {
		const reading = read();
		this.readings.set(trigger, reading);
		try {
			const proof = await reading;
			if (proof) this.recent.set(trigger, { proof, readAt: Date.now() });
			return proof;
		} finally {
			if (this.readings.get(trigger) === reading) this.readings.delete(trigger);
		}
	}
}
