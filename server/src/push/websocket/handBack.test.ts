import { once } from 'node:events';
import { type Socket, connect } from 'node:net';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { type PushServer, startPushServer } from '../testing/pushServer.ts';

const H2C = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };

let push: PushServer;
beforeAll(async () => void (push = await startPushServer()));
afterAll(() => push.close());

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** A request whose answer tells which it was. */
function request(method: 'GET' | 'POST', id: string, headers: object, body = ''): string {
  const all = { host: 'host', 'x-request-id': id, 'content-type': 'application/json', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [
    `${method} ${method === 'GET' ? '/ready' : '/v1/push/tokens'} HTTP/1.1`,
    ...lines,
    '',
    body,
  ].join('\r\n');
}

const plain = (id: string) => request('GET', id, {});
const offer = (id: string) => request('GET', id, H2C);
const offerOfLength = (id: string) => request('POST', id, { ...H2C, 'content-length': '2' }, '{}');
const offerOfChunks = (id: string) =>
  request('POST', id, { ...H2C, 'transfer-encoding': 'chunked' }, '2\r\n{}\r\n0\r\n\r\n');

/** Sends bytes and waits for so many answers; which requests they are about. */
async function answered(
  bytes: string,
  count: number,
  pieceBytes = bytes.length,
): Promise<string[]> {
  const { hostname, port } = new URL(push.url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  sockets.push(socket);
  const ids = () => [...heard.matchAll(/^x-request-id: (.+)\r$/gm)].map(([, id]) => id!);
  let heard = '';
  const done = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (some) => {
      heard += some.toString('latin1');
      if (ids().length === count) resolve();
    });
  });
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    socket.write(bytes.slice(at, at + pieceBytes));
    if (pieceBytes < bytes.length) await new Promise((resolve) => void setImmediate(resolve));
  }
  await done;
  return ids();
}

describe('a request that offers another protocol', () => {
  it.each([
    ['two offers and a plain request', [offer, offer, plain]],
    ['a plain request, an offer and a plain one', [plain, offer, plain]],
    ['offers with bodies', [offerOfLength, offerOfChunks, offerOfLength, plain]],
    ['many offers', Array.from({ length: 30 }, () => offer)],
  ])('is answered in its turn: %s', async (_, requests) => {
    const ids = requests.map((__, index) => `request-${index}`);
    const bytes = requests.map((text, index) => text(ids[index]!)).join('');
    expect(await answered(bytes, ids.length)).toEqual(ids);
    expect(await answered(bytes, ids.length, 1)).toEqual(ids);
  });

  it('leaves no listeners on its connection', async () => {
    const { hostname, port } = new URL(push.url);
    const accepted = once(push.server.app.server, 'connection') as Promise<[Socket]>;
    const client = connect(Number(port), hostname);
    sockets.push(client);
    const [socket] = await accepted;
    const listeners = () =>
      socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0);
    const counts = [];
    for (let index = 0; index < 5; index++) {
      client.write(offer(`request-${index}`));
      await once(client, 'data');
      counts.push(listeners());
    }
    expect(new Set(counts.slice(1)).size, counts.join()).toBe(1);
  });
});
