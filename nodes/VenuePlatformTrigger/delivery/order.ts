/** Who waits for whom: deliveries that have a key in common enter n8n one after the other. */
export class DeliveryOrder {
	private readonly underWay = new Map<string, Promise<void>>();

	/** The end of a delivery that has to be waited for. Asked anew after each wait: others wait, too. */
	ahead(keys: string[]): Promise<void> | undefined {
		return keys.map((key) => this.underWay.get(key)).find((settled) => settled !== undefined);
	}

	/** From now on the others wait until this one is settled. */
	enter(keys: string[], settled: Promise<void>): void {
		for (const key of keys) this.underWay.set(key, settled);
		void settled.then(() => {
			for (const key of keys) this.underWay.delete(key);
		});
	}
}
