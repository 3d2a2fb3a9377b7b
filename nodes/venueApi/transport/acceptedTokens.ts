type Listener = () => void;

/** n8n hands the credential a request and sends what it returns; the sender keeps the first one. */
const originals = new WeakMap<object, object>();
const listeners = new WeakMap<object, Listener>();

/** For the credential: to learn that the venue took the token with which it signed this request. */
export function onTokenAccepted(request: object, signed: object, listener: Listener): void {
	const original = originals.get(request) ?? request;
	originals.set(signed, original);
	listeners.set(original, listener);
}

export function tokenAccepted(request: object): void {
	listeners.get(request)?.();
}
