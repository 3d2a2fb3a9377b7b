import type { VenueAccount } from './account';

/** The venues on the platform; each has its own bookings, webhooks, messages and limits. */
export class Accounts {
	readonly byName: Record<string, VenueAccount> = {};
	readonly #open: (name: string) => VenueAccount;

	constructor(open: (name: string) => VenueAccount, names: readonly string[]) {
		this.#open = open;
		for (const name of names) this.add(name);
	}

	add(name: string): VenueAccount {
		if (name in this.byName) throw new Error(`There is a venue "${name}" already`);
		return (this.byName[name] = this.#open(name));
	}
}
