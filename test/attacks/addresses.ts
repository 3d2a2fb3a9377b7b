/** The address of a request, in the fields that n8n's two request functions know. */
interface Address {
	url?: string;
	uri?: string;
	baseURL?: string;
	headers?: Record<string, string>;
}

/** Two hosts with a port, as in an address. */
interface Hosts {
	venue: string;
	foreign: string;
}

/**
 * Spellings of an address that is foreign, or that some parser takes for foreign. The foreign host
 * has to listen at `localhost` and all its names.
 */
export function foreignAddresses({ venue, foreign }: Hosts): Record<string, Address> {
	const [venueName] = venue.split(':');
	const [, port] = foreign.split(':');
	const home = `http://${venue}`;
	return {
		'plainly foreign': { url: `http://${foreign}/x` },
		'a foreign port': { url: `http://${venueName}:${port}/x` },
		'another scheme': { url: `https://${venue}/x` },
		'a scheme in capitals': { url: `HTTP://${foreign}/x` },
		'no slashes': { url: `http:${foreign}/x` },
		'no slashes, in capitals': { url: `HTTP:${foreign}/x` },
		'one slash': { url: `http:/${foreign}/x` },
		'three slashes': { url: `http:///${foreign}/x` },
		backslashes: { url: `http:\\\\${foreign}/x` },
		'a slash and a backslash': { url: `http:/\\${foreign}/x` },
		'no scheme': { url: `//${foreign}/x` },
		'no scheme, with backslashes': { url: `\\\\${foreign}/x` },
		'the venue as a user': { url: `http://${venueName}@${foreign}/x` },
		'the venue as a user and a password': { url: `http://${venue}@${foreign}/x` },
		'a user at the venue': { url: `http://${foreign}@${venue}/x` },
		'an encoded @': { url: `http://${venue}%40${foreign}/x` },
		'a backslash before the @': { url: `http://${venue}\\@${foreign}/x` },
		'a backslash after the foreign host': { url: `http://${foreign}\\@${venue}/x` },
		'the venue after #': { url: `http://${foreign}#@${venue}/x` },
		'the venue after ?': { url: `http://${foreign}?@${venue}/x` },
		'the venue as the beginning of a name': { url: `http://${venueName}.localhost:${port}/x` },
		'a dot at the end': { url: `http://localhost.:${port}/x` },
		'a tab in the host': { url: `http://local\thost:${port}/x` },
		'a line end in the scheme': { url: `ht\r\ntp://${foreign}/x` },
		'a line end in the venue': { url: `http://${venueName}\n:${port}/x` },
		'a space before it': { url: ` http://${foreign}/x` },
		'a control character before it': { url: `\u0001http://${foreign}/x` },
		'a full-width letter': { url: `http://\uff4cocalhost:${port}/x` },
		'an encoded letter': { url: `http://%6cocalhost:${port}/x` },
		'a soft hyphen': { url: `http://local\u00adhost:${port}/x` },
		'the host as a number': { url: `http://2130706433:${port}/x` },
		'the host in hexadecimal': { url: `http://0x7f.1:${port}/x` },
		'the host in six words': { url: `http://[::ffff:127.0.0.1]:${port}/x` },
		'a file': { url: 'file:///etc/hostname' },
		'what is there already': { url: 'data:text/plain,x' },
		nothing: { url: '' },
		'a path alone': { url: '/bookings' },
		'a foreign base': { url: '/bookings', baseURL: `http://${foreign}` },
		'a foreign base alone': { baseURL: `http://${foreign}/x` },
		'a base with the venue as a user': { url: '/x', baseURL: `http://${venue}@${foreign}` },
		'a base that ends within the host': { url: `:${port}/x`, baseURL: `http://${venueName}` },
		'foreign, with the venue as its base': { url: `http://${foreign}/x`, baseURL: home },
		'no scheme, with the venue as its base': { url: `//${foreign}/x`, baseURL: home },
		'no slashes, with the venue as its base': { url: `http:${foreign}/x`, baseURL: home },
		'one slash, with the venue as its base': { url: `http:/${foreign}/x`, baseURL: home },
		'a backslash, with the venue as its base': { url: `/\\${foreign}/x`, baseURL: home },
		'an @, with the venue as its base': { url: `@${foreign}/x`, baseURL: home },
		'foreign as url, the venue as uri': { url: `http://${foreign}/x`, uri: `${home}/bookings` },
		'foreign as uri, the venue as url': { url: `${home}/bookings`, uri: `http://${foreign}/x` },
		'the venue, with a foreign Host': { url: `${home}/bookings`, headers: { Host: foreign } },
		'the venue, with a foreign hOST': { url: `${home}/bookings`, headers: { hOST: foreign } },
	};
}

/** The venue itself, as a user may write it. */
export function ownAddresses(baseUrl: string): Record<string, Address> {
	const { protocol, host, hostname } = new URL(baseUrl);
	return {
		'as it is': { url: `${baseUrl}/bookings` },
		'as uri': { uri: `${baseUrl}/bookings` },
		'as url and uri': { url: `${baseUrl}/bookings`, uri: `${baseUrl}/bookings` },
		'with a base': { url: '/bookings', baseURL: baseUrl },
		'with a base that ends with a slash': { url: 'bookings', baseURL: `${baseUrl}/` },
		'in capitals': { url: `${protocol.toUpperCase()}//${host.toUpperCase()}/bookings` },
		'with what looks foreign in its query': { url: `${baseUrl}/bookings?x=https://a@b.example` },
		'with a way up': { url: `${baseUrl}/x/../bookings` },
		'with its own Host': { url: `${baseUrl}/bookings`, headers: { host } },
		...(hostname === '127.0.0.1' && {
			'as a number': { url: baseUrl.replace(hostname, '2130706433') + '/bookings' },
		}),
	};
}
