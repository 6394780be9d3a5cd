import { once } from 'node:events';
import { type Server, type Socket, createServer } from 'node:net';

import { afterEach, describe, expect, inject, it } from 'vitest';

import { startNats } from '../../storage/bus/testing/startNats.ts';
import { checkBus } from './checkBus.ts';

describe('looking at the bus', () => {
  let bus: Server | undefined;
  afterEach(() => void bus?.close());

  async function startBus(greeting: string, answer: string) {
    const heard: string[] = [];
    bus = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.write(`${greeting}\r\n`);
      socket.setEncoding('utf8').on('data', (text: string) => {
        heard.push(text);
        if (text.includes('PING')) socket.write(`${answer}\r\n`);
      });
    }).listen(0, '127.0.0.1');
    await once(bus, 'listening');
    return { heard, place: `127.0.0.1:${(bus.address() as { port: number }).port}` };
  }

  it('signs in and waits for an answer', async () => {
    const { heard, place } = await startBus('INFO {"server_id":"x"}', 'PONG');
    expect(await checkBus(`nats://host:p%40ss@${place}`)).toEqual([
      { what: 'bus', status: 'ok', detail: `${place} answers.` },
    ]);
    expect(heard.join('')).toContain('"user":"host","pass":"p@ss"');
  });

  const program = inject('natsServerPath');
  it.each(program === undefined ? [] : [program])('finds %s well, and gone', async (path) => {
    const nats = await startNats(path);
    expect(await checkBus(nats.url)).toEqual([expect.objectContaining({ status: 'ok' })]);
    await nats.stop();
    expect(await checkBus(nats.url)).toEqual([expect.objectContaining({ status: 'failed' })]);
  });

  it.each([
    ['INFO {}', "-ERR 'Authorization Violation'", "'Authorization Violation'"],
    ['220 mail.example', '', 'it is no NATS server'],
  ])('says why %s with %s will not do', async (greeting, answer, reason) => {
    const { place } = await startBus(greeting, answer);
    expect(await checkBus(`nats://${place}`)).toEqual([
      expect.objectContaining({ status: 'failed', detail: `${place}: ${reason}` }),
    ]);
  });
});
