import axios from 'axios';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as realDelay } from 'node:timers/promises';
import { letTheClockRun, stopTheClock, whileTimeMoves } from './time';

const SECOND = 1_000;

describe('the clock of a test', () => {
	const servers: Server[] = [];

	const listen = async (server: Server) => {
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return (server.address() as AddressInfo).port;
	};

	afterEach(() => {
		letTheClockRun();
		for (const server of servers.splice(0)) server.close();
	});

	it('stands still while a busy kernel has not passed a request or its answer on', async () => {
		const server = await listen(createHttpServer((_, response) => response.end('here')));
		const kernel = await listen(
			createServer((near) => {
				const far = connect(server, '127.0.0.1');
				passOnLate(near, far);
				passOnLate(far, near);
			}),
		);
		stopTheClock();
		const begun = Date.now();
		const request = axios.get(`http://127.0.0.1:${kernel}/`);
		const timer = setInterval(() => {}, SECOND);
		const { data } = await whileTimeMoves(request);
		clearInterval(timer);
		expect([data, Date.now() - begun]).toEqual(['here', 0]);
	});

	it('passes while a server holds its answer', async () => {
		const server = await listen(
			createHttpServer((_, response) => {
				setTimeout(() => response.end('here'), 30 * SECOND);
			}),
		);
		stopTheClock();
		const begun = Date.now();
		const { data } = await whileTimeMoves(axios.get(`http://127.0.0.1:${server}/`));
		expect([data, Date.now() - begun]).toEqual(['here', 30 * SECOND]);
	});
});

function passOnLate(from: Socket, to: Socket) {
	from.on('data', (data) => void realDelay(10).then(() => to.write(data)));
	from.on('close', () => to.destroy());
	from.on('error', () => to.destroy());
}
