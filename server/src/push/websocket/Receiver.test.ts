import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { Worker } from 'node:worker_threads';

import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import { nativeSockets } from '../testing/nativeSockets.ts';
import type { NativeSockets } from './nativeSockets.ts';
import { Receiver, openReceiver } from './Receiver.ts';

const native = nativeSockets();

interface Pair {
  ours: Socket;
  theirs: Socket;
  heard: string[];
}

describe.runIf(native?.openReceiver)('what arrives on many sockets', () => {
  const server = createServer({ allowHalfOpen: true });
  const pairs: Pair[] = [];
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = openReceiver(native)!;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const { ours, theirs } of pairs.splice(0)) {
      ours.destroy();
      theirs.destroy();
    }
    receiver.close();
    server.close();
    await once(server, 'close');
  });

  const pair = async (): Promise<Pair> => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const theirs = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    const [ours] = await accepted;
    ours.on('error', () => undefined);
    theirs.on('error', () => undefined);
    const both = { ours, theirs, heard: [] };
    pairs.push(both);
    return both;
  };
  const watch = ({ ours, heard }: Pair) =>
    receiver.watch(ours, (bytes, from, to) => heard.push(bytes.toString('utf8', from, to)));
  const expectHeard = async (each: Pair, text: string) => {
    await expect.poll(() => each.heard.join('')).toBe(text);
  };

  it('is read for each of them, as it comes', async () => {
    const many: Pair[] = [];
    while (many.length < 600) many.push(await pair());
    for (const each of many) expect(watch(each)).toBe(true);
    for (const word of ['one ', 'two ', 'three']) {
      for (const [index, { theirs }] of many.entries()) theirs.write(`${index} ${word}`);
    }
    for (const [index, each] of many.entries()) {
      await expectHeard(each, `${index} one ${index} two ${index} three`);
    }
  });

  it('is read in order, with what their streams had read before', async () => {
    const each = await pair();
    each.theirs.write('before, ');
    await expect.poll(() => each.ours.readableLength).toBe('before, '.length);
    watch(each);
    each.theirs.write('after');
    await expectHeard(each, 'before, after');
  });

  it('is read to the end, however much it is, while others are heard', async () => {
    const [flood, other] = [await pair(), await pair()];
    watch(flood);
    watch(other);
    const much = 'x'.repeat(3_000_000);
    flood.theirs.write(much);
    other.theirs.write('still here');
    await expectHeard(other, 'still here');
    await expect.poll(() => flood.heard.join('').length).toBe(much.length);
  });

  it('ends like that of any stream', async () => {
    const each = await pair();
    watch(each);
    const ended = once(each.ours, 'end');
    each.theirs.end('goodbye');
    await ended;
    expect(each.heard.join('')).toBe('goodbye');
    each.ours.end();
    await once(each.ours, 'close');
  });

  it('ends when a connection breaks', async () => {
    const each = await pair();
    watch(each);
    const closed = once(each.ours, 'close');
    each.theirs.resetAndDestroy();
    await closed;
    expect(each.ours.destroyed).toBe(true);
  });

  it('is not taken for that of another which had the same number before', async () => {
    const first = await pair();
    watch(first);
    const closed = once(first.ours, 'close');
    first.ours.destroy();
    const second = await pair();
    await closed;
    watch(second);
    second.theirs.write('for the second');
    await expectHeard(second, 'for the second');
    expect(first.heard).toEqual([]);
  });

  it('is not read any more from one that was closed by what another said', async () => {
    const [one, other] = [await pair(), await pair()];
    // Whichever is read first ends both.
    for (const each of [one, other]) {
      receiver.watch(each.ours, () => {
        each.heard.push('heard');
        one.ours.destroy();
        other.ours.destroy();
      });
    }
    const closed = Promise.all([once(one.theirs, 'close'), once(other.theirs, 'close')]);
    one.theirs.write('x');
    other.theirs.write('x');
    await closed;
    expect([...one.heard, ...other.heard]).toEqual(['heard']);
  });

  it('is read by the streams again when it is closed', async () => {
    const each = await pair();
    watch(each);
    receiver.close();
    each.theirs.write('read by the stream');
    await expectHeard(each, 'read by the stream');
  });

  it('is left to the streams where a socket cannot be watched', async () => {
    const each = await pair();
    const refusing = new Receiver({ ...(native as Required<NativeSockets>), watch: () => false });
    each.ours.on('data', (bytes: Buffer) => each.heard.push(bytes.toString()));
    expect(refusing.watch(each.ours, () => undefined)).toBe(false);
    each.theirs.write('read by the stream');
    await expectHeard(each, 'read by the stream');
    refusing.close();
  });

  it('goes through the stream where it is encrypted', async () => {
    const { ours } = await pair();
    expect(receiver.watch(Object.assign(ours, { encrypted: true }), () => undefined)).toBe(false);
  });

  it('is let go with the thread that reads it', async () => {
    const worker = new Worker(
      `const { workerData, parentPort } = require('node:worker_threads');
       const native = require(workerData);
       native.openReceiver(Buffer.alloc(1024), new Int32Array(768), () => {});
       parentPort.postMessage('open');
       setInterval(() => {}, 1000);`,
      { eval: true, workerData: inject('nativeSocketsFile') },
    );
    await once(worker, 'message');
    expect(await worker.terminate()).toBe(1);
  });

  it.each([
    ['nothing', []],
    ['too little room for numbers', [Buffer.alloc(10), new Int32Array(767), () => undefined]],
    ['no room for bytes', [Buffer.alloc(0), new Int32Array(768), () => undefined]],
    ['no function', [Buffer.alloc(10), new Int32Array(768), 'text']],
  ])('needs more than %s', (_what, given) => {
    const { openReceiver: open } = native as Required<NativeSockets>;
    expect(() => open(...(given as Parameters<typeof open>))).toThrow(TypeError);
  });

  it('is not watched by anything that is no receiver', () => {
    const { watch: watchNative, closeReceiver } = native as Required<NativeSockets>;
    expect(() => watchNative({} as never, 1, 1)).toThrow(TypeError);
    expect(() => closeReceiver({} as never)).toThrow(TypeError);
  });
});

describe('a server that cannot read so', () => {
  it('leaves reading to the streams', () => {
    expect(openReceiver(undefined)).toBeUndefined();
    expect(openReceiver({ sendToAll: () => 0 })).toBeUndefined();
  });
});
