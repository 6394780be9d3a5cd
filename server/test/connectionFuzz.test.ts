import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { OPCODE } from '../src/push/live/batches/frames.ts';
import { clientFrame } from '../src/push/testing/clientFrame.ts';
import { nativeSockets } from '../src/push/testing/nativeSockets.ts';
import { type PushServer, startPushServer } from '../src/push/testing/pushServer.ts';
import { randomFrom } from './testing/random.mjs';
import { WIRE_PARTS, handshakeOf, mutated, pipeline } from './testing/wireParts.ts';

// The same each time; another `FUZZ_SEED` makes another run, `FUZZ_ROUNDS` a longer one.
const SEED = Number(process.env['FUZZ_SEED'] ?? 1);
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 300);
const AT_ONCE = 20;
const MAX_PARTS = 8;

const native = nativeSockets();
describe.each([
  ['read in C', native],
  ['read by their streams', undefined],
])('a server whose sockets are %s', (name, sockets) => {
  let push: PushServer;
  let key: string;
  beforeAll(async () => {
    push = await startPushServer({ nativeSockets: sockets });
    ({ key } = await push.device());
  });
  afterAll(() => push.close());

  const isMissing = name === 'read in C' && native === undefined;
  const open = () => {
    const { hostname, port } = new URL(push.url);
    const socket = connect(Number(port), hostname).setNoDelay(true);
    socket.on('error', () => undefined).resume();
    return socket;
  };
  const health = async () => {
    const socket = open().pause();
    socket.write('GET /health HTTP/1.1\r\nHost: host\r\nConnection: close\r\n\r\n');
    return (await text(socket)).slice(0, 15);
  };
  const connections = () =>
    new Promise<number>((resolve) => {
      push.server.app.server.getConnections((_, count) => resolve(count));
    });
  const listeners = () => {
    const { server } = push.server.app;
    return [process, server].flatMap((emitter) =>
      emitter.eventNames().map((event) => `${String(event)} ${emitter.listenerCount(event)}`),
    );
  };

  it.skipIf(isMissing)(
    'goes on and keeps nothing, whatever arrives on its connections',
    async () => {
      console.log(`FUZZ_SEED=${SEED} FUZZ_ROUNDS=${ROUNDS}`);
      const random = randomFrom(SEED);
      const before = listeners();
      for (let round = 0; round < ROUNDS; round += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, () => misbehave(random)));
        expect(await health(), `FUZZ_SEED=${SEED}`).toBe('HTTP/1.1 200 OK');
      }
      await expect.poll(connections).toBe(0);
      expect(listeners()).toEqual(before);
      const figures = await push.server.app.metrics.metrics();
      expect(figures, `FUZZ_SEED=${SEED}`).toContain('\nstray_errors_total 0\n');
    },
  );

  it.skipIf(isMissing)('answers everything that is well-formed, in its order', async () => {
    const random = randomFrom(SEED);
    for (let round = 0; round < ROUNDS / 5; round++) {
      const { bytes, ids } = pipeline(random);
      expect(await answered(cut(random, Buffer.from(bytes)), ids.length)).toEqual(ids);
    }
  });

  it.skipIf(isMissing)('goes on after a reset at every byte', async () => {
    const plain = 'GET /health HTTP/1.1\r\nHost: host\r\n\r\n';
    const offer = plain.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
    const frames = Buffer.concat([
      clientFrame(OPCODE.text, '{"type":"ack","cursor":0}'),
      clientFrame(OPCODE.ping, 'p'),
      clientFrame(OPCODE.close),
    ]);
    for (const start of [plain + offer + plain, handshakeOf(), handshakeOf(key)]) {
      const bytes = Buffer.concat([Buffer.from(start), frames]);
      for (let at = 0; at <= bytes.length; at += AT_ONCE) {
        const lengths = Array.from({ length: AT_ONCE }, (_, index) => at + index);
        await Promise.all(lengths.map((length) => resetAfter(bytes.subarray(0, length))));
      }
      expect(await health()).toBe('HTTP/1.1 200 OK');
    }
    await expect.poll(connections).toBe(0);
  });

  /** The ids of the requests that are answered, until there are so many or the connection ends. */
  async function answered(pieces: Buffer[], count: number): Promise<string[]> {
    const socket = open();
    let heard = '';
    const ids = () => [...heard.matchAll(/^x-request-id: (.+)\r$/gm)].map(([, id]) => id!);
    const done = new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.on('data', (some) => {
        heard += some.toString('latin1');
        if (ids().length === count) resolve();
      });
    });
    for (const piece of pieces) {
      socket.write(piece);
      await nextTurn();
    }
    await done;
    await end(socket, 'destroy');
    return ids();
  }

  async function resetAfter(bytes: Buffer): Promise<void> {
    const socket = open();
    await new Promise((resolve) => void socket.write(bytes, resolve));
    await nextTurn();
    await end(socket, 'reset');
  }

  async function misbehave(random: ReturnType<typeof randomFrom>): Promise<void> {
    // Chosen before the first wait, so that a seed says what is sent, whoever is served first.
    const parts = Array.from({ length: 1 + random.below(MAX_PARTS) }, () =>
      Buffer.from(random.oneOf(WIRE_PARTS)(random, key) as string),
    );
    const pieces = cut(random, mutated(random, Buffer.concat(parts)));
    const how = random.oneOf(['reset', 'end', 'destroy'] as const);
    const isPatient = random.below(2) === 0;

    const socket = open();
    for (const piece of pieces.slice(0, 400)) {
      if (!socket.writable) break;
      socket.write(piece);
      await nextTurn();
    }
    // Those that wait are answered before another who comes later.
    if (isPatient) await health();
    if (isPatient && socket.writable) socket.write(pieces[0]!);
    await end(socket, how);
  }

  async function end(socket: Socket, how: 'reset' | 'end' | 'destroy'): Promise<void> {
    const closed = new Promise((resolve) => void socket.once('close', resolve));
    if (socket.closed) return;
    // One that is ending already cannot be reset, and Node would never say that it is closed.
    if (how === 'reset' && socket.writable) socket.resetAndDestroy();
    else if (how === 'end') socket.end(() => void setTimeout(() => socket.destroy(), 20));
    else socket.destroy();
    await closed;
  }
});

/** Bytes in pieces of random lengths, at least one. */
function cut(random: ReturnType<typeof randomFrom>, bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  const longest = random.oneOf([7, 100, 100_000]);
  for (let at = 0; at < bytes.length || pieces.length === 0;) {
    const size = 1 + random.below(longest);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}
