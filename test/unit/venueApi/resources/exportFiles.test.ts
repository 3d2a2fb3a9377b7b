import { fileAddressesIn, readFileAddress } from '../../../../nodes/venueApi/resources/exportFiles';

const VENUE = 'https://api.venue.example.com';
const read = (address: string, baseUrl = VENUE) => readFileAddress(address, baseUrl, true);

describe('the address of a file, before n8n 2.41 checks where its name leads', () => {
	it.each([
		'https://10.0.0.1/a',
		'https://8.8.8.8/a',
		'https://169.254.169.254/latest/meta-data',
		'https://2852039166/',
		'https://0xa9.0xfe.0xa9.0xfe/',
		'https://127.1/',
		'https://0/',
		'https://[::1]/',
		'https://[::ffff:10.0.0.1]/',
		'https://[fd00::1]/',
		'https://localhost/',
		'https://LOCALHOST./',
		'https://files.localhost/',
		'https://n8n/',
		'https://n8n./',
		'https://redis.internal/',
		'https://metadata.google.internal/',
		'https://nas.local/',
		'https://nas.lan/',
		'https://router.home.arpa/',
		'https://１６９.254.169.254/',
	])('%s is refused by its spelling', (address) => {
		expect(read(address)).toEqual({ reason: 'it leads into a private network' });
	});

	it.each([
		'http://files.example.com/a',
		'https://files.example.com:444/a',
		'https://a@files.example.com/a',
		'https://:b@files.example.com/a',
		'https:files.example.com',
		'javascript:alert(1)',
		`https://files.example.com/${'a'.repeat(9_000)}`,
		'',
	])('%s is refused by its form', (address) => {
		expect(read(address)).toHaveProperty('reason');
	});

	it('is accepted from a public file store, with its signature and without a fragment', () => {
		const address = 'https://store.s3.eu-west-1.amazonaws.com/a%20b.json?X-Amz-Signature=1#x';
		expect(read(address)).toEqual({ url: new URL(address.replace('#x', '')), isLocal: false });
		expect(read('https://files.example.com:443/a')).toHaveProperty('url');
	});

	it('may be on this machine only if the venue is', () => {
		expect(read('http://127.0.0.1:5/a', 'http://localhost:80')).toMatchObject({ isLocal: true });
		expect(read('http://127.0.0.1:5/a')).toHaveProperty('reason');
		expect(read('http://10.0.0.1:5/a', 'http://localhost:80')).toHaveProperty('reason');
	});
});

it.each([null, ''])('%j in place of the list of files names none', (preSignedUrls) => {
	expect(fileAddressesIn({ data: { venueId: 7, preSignedUrls } })).toEqual([]);
	expect(fileAddressesIn({ data: { preSignedUrls, columns: ['a'] } })).toEqual([]);
	expect(fileAddressesIn({ data: { otherField: preSignedUrls } })).toBeUndefined();
});

it('an empty list of files is one, beside nothing else', () => {
	expect(fileAddressesIn({ data: { preSignedUrls: [] } })).toEqual([]);
	expect(fileAddressesIn({ data: { files: [], name: 'x' } })).toEqual([]);
	expect(fileAddressesIn({ data: { files: [], parts: [] } })).toBeUndefined();
	expect(fileAddressesIn({ data: { files: [7] } })).toBeUndefined();
	for (const nothing of [undefined, null, 'x', 7, [], { data: null }, { data: [] }]) {
		expect(fileAddressesIn(nothing)).toBeUndefined();
	}
});
