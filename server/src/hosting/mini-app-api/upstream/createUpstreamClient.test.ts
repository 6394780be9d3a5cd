import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

import { ApiError } from '../../../errors/ApiError.ts';
import { createUpstreamClient } from './createUpstreamClient.ts';
import { createUpstreamGuard } from './createUpstreamGuard.ts';

/** A back end on this machine, which no name may lead to unless it is listed. */
let inside: Server;
let port: number;
let connections = 0;
beforeAll(async () => {
  inside = createServer((_, response) => response.end('secrets of this machine'));
  inside.on('connection', () => connections++);
  inside.listen(0, '127.0.0.1');
  await once(inside, 'listening');
  ({ port } = inside.address() as AddressInfo);
});
afterAll(() => {
  inside.closeAllConnections();
  inside.close();
});

const call = (url: string) => ({
  url: new URL(url),
  method: 'GET',
  headers: {},
  body: undefined,
  signal: new AbortController().signal,
});
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof ApiError ? error.code : error),
  );

describe('a name that leads elsewhere a moment later', () => {
  it('is refused when it leads to this machine by then, and nobody connects', async () => {
    const answers = ['93.184.215.14', '127.0.0.1'];
    const guard = createUpstreamGuard([], async () => [{ address: answers.shift()!, family: 4 }]);
    await guard.requireAllowed(`https://rebind.example:${port}`);
    const client = createUpstreamClient(guard);
    const before = connections;
    expect(await codeOf(client.ask(call(`http://rebind.example:${port}`)))).toBe(
      'upstream-unavailable',
    );
    expect(connections).toBe(before);
    client.close();
  });

  it('is connected to where it was looked up, not where it leads afterwards', async () => {
    let lookups = 0;
    const origin = `http://pinned.example:${port}`;
    const guard = createUpstreamGuard([origin], async () => {
      lookups++;
      // Nothing listens there: a second look-up would end in a failure.
      return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    });
    const client = createUpstreamClient(guard);
    const answer = await client.ask(call(origin));
    answer.resume();
    expect([answer.statusCode, lookups]).toEqual([200, 1]);
    client.close();
  });

  it('is refused when only one of its addresses is inside', async () => {
    const guard = createUpstreamGuard([], async () => [
      { address: '93.184.215.14', family: 4 },
      { address: '::ffff:7f00:1', family: 6 },
    ]);
    expect(await codeOf(guard.requireAllowed('https://mixed.example'))).toBe(
      'upstream-not-allowed',
    );
  });

  it('is refused when it has no address', async () => {
    const guard = createUpstreamGuard([], async () => []);
    expect(await codeOf(guard.requireAllowed('https://none.example'))).toBe('upstream-not-allowed');
  });
});

describe('a back end that takes too long', () => {
  /** A back end that never finishes, and may not even begin. */
  const startSlow = async (begins: boolean) => {
    const slow = createServer((_, response) => {
      if (begins) response.write('it begins');
    });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    onTestFinished(() => {
      slow.closeAllConnections();
      slow.close();
    });
    return `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  };

  it('to answer is given up', async () => {
    const origin = await startSlow(false);
    const patience = { answerMs: 50, wholeMs: 600_000 };
    const client = createUpstreamClient(createUpstreamGuard([origin]), patience);
    expect(await codeOf(client.ask(call(origin)))).toBe('upstream-timeout');
    client.close();
  });

  it('to finish is given up', async () => {
    const origin = await startSlow(true);
    const patience = { answerMs: 600_000, wholeMs: 1000 };
    const client = createUpstreamClient(createUpstreamGuard([origin]), patience);
    const answer = await client.ask(call(origin));
    await expect(text(answer)).rejects.toThrow('aborted');
    client.close();
  });

  it('has so many requests waiting for it, whose bodies are in memory, and leaves others alone', async () => {
    const [slow, other] = [await startSlow(false), await startSlow(true)];
    const client = createUpstreamClient(createUpstreamGuard([slow, other]));
    const callers = Array.from({ length: 128 }, () => new AbortController());
    const waiting = callers.map(({ signal }) => codeOf(client.ask({ ...call(slow), signal })));
    expect(await codeOf(client.ask(call(slow)))).toBe('unavailable');
    const answer = await client.ask(call(other));
    expect(answer.statusCode).toBe(200);
    for (const caller of callers) caller.abort();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['upstream-unavailable']));
    // Those who left make room.
    const after = new AbortController();
    const again = codeOf(client.ask({ ...call(slow), signal: after.signal }));
    after.abort();
    expect(await again).toBe('upstream-unavailable');
    answer.on('error', () => undefined);
    client.close();
  });

  it('is not waited for any longer than its caller waits', async () => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const client = createUpstreamClient(createUpstreamGuard([origin]));
    const caller = new AbortController();
    const asked = once(silent, 'request');
    const answer = codeOf(client.ask({ ...call(origin), signal: caller.signal }));
    const [{ socket }] = (await asked) as [{ socket: Socket }];
    caller.abort();
    expect(await answer).toBe('upstream-unavailable');
    if (!socket.destroyed) await once(socket, 'close');
    client.close();
    silent.close();
  });
});

describe('the system’s own names', () => {
  it('lead to this machine, and are refused', async () => {
    const guard = createUpstreamGuard([]);
    expect(await codeOf(guard.requireAllowed('https://localhost'))).toBe('upstream-not-allowed');
  });
});
