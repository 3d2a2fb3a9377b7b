import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

export interface Certificate {
	key: string;
	cert: string;
}

/** Self-signed, for this machine and these hosts. Only clients that were given it trust it. */
export function selfSigned(hosts: string[] = []): Certificate {
	const hostNames = ['localhost', ...hosts].map((host) => tagged(0x82, Buffer.from(host)));
	const names = sequence(...hostNames, tagged(0x87, Buffer.from([127, 0, 0, 1])));
	const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const body = sequence(
		tagged(0xa0, integer(2)),
		integer(1),
		ECDSA_WITH_SHA256,
		NAME,
		sequence(time('200101000000Z'), time('491231235959Z')),
		NAME,
		publicKey.export({ type: 'spki', format: 'der' }),
		tagged(0xa3, sequence(sequence(SUBJECT_ALT_NAME, tagged(0x04, names)))),
	);
	const der = sequence(body, ECDSA_WITH_SHA256, bits(signature(body, privateKey)));
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
		cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
	};
}

/** DER: the type of a value, its length, and the value itself. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
	const value = Buffer.concat(parts);
	const { length } = value;
	const size =
		length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
	return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function sequence(...parts: Buffer[]): Buffer {
	return tagged(0x30, ...parts);
}

function integer(value: number): Buffer {
	return tagged(0x02, Buffer.from([value]));
}

function identifier(hex: string): Buffer {
	return tagged(0x06, Buffer.from(hex, 'hex'));
}

function time(text: string): Buffer {
	return tagged(0x17, Buffer.from(text));
}

function bits(value: Buffer): Buffer {
	return tagged(0x03, Buffer.from([0]), value);
}

function signature(body: Buffer, key: KeyObject): Buffer {
	return sign('sha256', body, key);
}

const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'));
const COMMON_NAME = identifier('550403');
const SUBJECT_ALT_NAME = identifier('551d11');
const NAME = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from('loopback')))));
