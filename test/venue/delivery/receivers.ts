/** Where deliveries really go: each https origin maps to a receiver on this machine. */
export class Receivers {
	readonly #loopbackUrls = new Map<string, string>();
	readonly #unreachable = new Set<string>();

	constructor(mapping: Record<string, string> = {}) {
		for (const [httpsOrigin, loopbackUrl] of Object.entries(mapping)) {
			this.map(httpsOrigin, loopbackUrl);
		}
	}

	map(httpsOrigin: string, loopbackUrl: string): void {
		const { protocol, origin } = new URL(httpsOrigin);
		if (protocol !== 'https:') throw new Error(`${httpsOrigin} is not an https origin`);
		if (!isLoopback(new URL(loopbackUrl).hostname)) {
			throw new Error(`${loopbackUrl} is not on this machine`);
		}
		this.#loopbackUrls.set(origin, loopbackUrl.replace(/\/+$/, ''));
	}

	makeUnreachable(httpsOrigin: string): void {
		this.#unreachable.add(new URL(httpsOrigin).origin);
	}

	makeReachable(httpsOrigin: string): void {
		this.#unreachable.delete(new URL(httpsOrigin).origin);
	}

	isReachable(httpsOrigin: string): boolean {
		return !this.#unreachable.has(new URL(httpsOrigin).origin);
	}

	/** Throws if the address maps to nothing on this machine, so no other machine is ever called. */
	locate(address: string): { loopbackUrl: string; host: string } {
		const { origin, host, pathname, search } = new URL(address);
		const base = this.#loopbackUrls.get(origin);
		if (this.#unreachable.has(origin)) throw new Error(`${origin} is unreachable`);
		if (base === undefined) throw new Error(`No receiver stands for ${origin}`);
		return { loopbackUrl: `${base}${pathname}${search}`, host };
	}
}

function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
