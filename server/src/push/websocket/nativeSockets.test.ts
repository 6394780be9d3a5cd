import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { nativeSockets } from '../testing/nativeSockets.ts';
import { loadNativeSockets } from './nativeSockets.ts';

const native = nativeSockets();
const EBADF = -9;

describe.runIf(native)('the loop in C', () => {
  const { sendToAll } = native!;
  const server = createServer();
  let pairs: { ours: Socket; theirs: Socket; descriptor: number }[];
  beforeEach(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    pairs = [await pair(), await pair(), await pair()];
  });
  afterEach(async () => {
    for (const { ours, theirs } of pairs) {
      ours.destroy();
      theirs.destroy();
    }
    server.close();
    await once(server, 'close');
  });

  const pair = async () => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const theirs = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
    const [ours] = await accepted;
    const { _handle: handle } = ours as Socket & { _handle?: { fd: number } };
    return { ours, theirs, descriptor: handle!.fd };
  };
  const descriptors = () => Int32Array.from(pairs, ({ descriptor }) => descriptor);
  const read = async (socket: Socket, length: number) => {
    let bytes = Buffer.alloc(0);
    for await (const chunk of socket.resume().iterator({ destroyOnReturn: false })) {
      bytes = Buffer.concat([bytes, chunk as Buffer]);
      if (bytes.length >= length) break;
    }
    return bytes;
  };

  it('sends the same bytes on all sockets, and on none beyond their number', async () => {
    const bytes = Buffer.from('the same for everybody');
    expect(sendToAll(descriptors(), 2, bytes, new Int32Array(4))).toBe(0);
    expect(sendToAll(descriptors().subarray(2), 1, Buffer.from('other'), new Int32Array(2))).toBe(
      0,
    );
    expect((await read(pairs[0]!.theirs, bytes.length)).toString()).toBe(bytes.toString());
    expect((await read(pairs[1]!.theirs, bytes.length)).toString()).toBe(bytes.toString());
    expect((await read(pairs[2]!.theirs, 5)).toString()).toBe('other');
  });

  it('says how much a socket took that is not read, so that its stream goes on from there', async () => {
    const [{ descriptor, ours, theirs }] = pairs as [(typeof pairs)[0]];
    const piece = Buffer.alloc(100_003, 'abcdefghijklmnopqrstuvwxyz');
    const unsent = new Int32Array(2);
    let rounds = 0;
    let noted = 0;
    while (noted === 0) {
      noted = sendToAll(Int32Array.of(descriptor), 1, piece, unsent);
      rounds++;
    }
    expect([noted, unsent[0]]).toEqual([2, 0]);
    expect(unsent[1]).toBeLessThan(piece.length);
    ours.write(piece.subarray(Math.max(0, unsent[1]!)));
    const all = Buffer.concat(Array.from({ length: rounds }, () => piece));
    expect((await read(theirs, all.length)).equals(all)).toBe(true);
  });

  it('goes on with the others when a socket is gone', async () => {
    const unsent = new Int32Array(6);
    const given = Int32Array.of(1_000_000, pairs[1]!.descriptor, 1_000_001);
    expect(sendToAll(given, 3, Buffer.from('still here'), unsent)).toBe(4);
    expect([...unsent.subarray(0, 4)]).toEqual([0, EBADF, 2, EBADF]);
    expect((await read(pairs[1]!.theirs, 10)).toString()).toBe('still here');
  });

  it.each([
    ['nothing', []],
    ['more than there are', [new Int32Array(1), 2, Buffer.alloc(1), new Int32Array(4)]],
    ['no room for what is not sent', [new Int32Array(1), 1, Buffer.alloc(1), new Int32Array(1)]],
    ['text', [new Int32Array(1), 1, 'text', new Int32Array(2)]],
    ['numbers of another kind', [new Float64Array(1), 1, Buffer.alloc(1), new Int32Array(2)]],
  ])('refuses %s', (_what, given) => {
    expect(() => sendToAll(...(given as Parameters<typeof sendToAll>))).toThrow(TypeError);
  });
});

describe('a server without anything in C', () => {
  it('does without', () => {
    expect(loadNativeSockets('/nowhere/sockets.node')).toBeUndefined();
  });
});
