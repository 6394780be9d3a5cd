import { EventEmitter } from 'node:events';

import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { type TestServer, createTestServer } from '../testing/createTestServer.ts';
import { testEngines } from '../testing/testEngines.ts';

describe.each(testEngines())('health and readiness ($name)', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ engine });
  });
  afterAll(() => server.close());

  const ask = async (asked: TestServer, path: string) => {
    const response = await asked.send('GET', path, { token: undefined });
    return [response.statusCode, response.json()];
  };

  it('are good while everything works', async () => {
    expect(await ask(server, '/health')).toEqual([200, { status: 'ok' }]);
    expect(await ask(server, '/ready')).toEqual([
      200,
      { status: 'ready', checks: { database: 'ok', objects: 'ok', process: 'ok' } },
    ]);
  });

  it.each([
    ['database', { check: () => Promise.reject(new Error('gone')) }, {}],
    ['objects', {}, { check: () => Promise.reject(new Error('gone')) }],
  ])('say that it is not ready, and still alive, when the %s fails', async (name, db, objects) => {
    const failing = await createTestServer({
      db: { ...server.db, ...db },
      objects: { ...server.objects, ...objects },
    });
    const good = { database: 'ok', objects: 'ok', process: 'ok' };
    expect(await ask(failing, '/ready')).toEqual([
      503,
      { status: 'not-ready', checks: { ...good, [name]: 'failed' } },
    ]);
    expect(await ask(failing, '/health')).toEqual([200, { status: 'ok' }]);
    await failing.close();
  });

  it('say in the log why, once until it is good again', async () => {
    const lines: { msg: string; level: number; check?: string; err?: { message: string } }[] = [];
    const write = (line: string) => void lines.push(JSON.parse(line));
    const logger = pino({ level: 'info' }, { write }) as FastifyBaseLogger;
    let isGone = true;
    const check = async () => {
      if (isGone) throw new Error('the disk is gone');
    };
    const failing = await createTestServer({ db: { ...server.db, check }, logger });
    const said = () =>
      lines
        .filter((line) => line.check !== undefined)
        .map(({ level, msg, check: name, err }) => [level, msg, name, err?.message]);
    const aSecondLater = () => void vi.advanceTimersByTime(1000);
    vi.useFakeTimers({ toFake: ['performance'] });
    const because = [40, 'not ready', 'database', 'the disk is gone'];
    for (let probe = 0; probe < 3; probe += 1) {
      await ask(failing, '/ready');
      aSecondLater();
    }
    expect(said()).toEqual([because]);

    isGone = false;
    for (let probe = 0; probe < 3; probe += 1) {
      await ask(failing, '/ready');
      aSecondLater();
    }
    const again = [30, 'ready again', 'database', undefined];
    expect(said()).toEqual([because, again]);

    isGone = true;
    await ask(failing, '/ready');
    expect(said()).toEqual([because, again, because]);
    vi.useRealTimers();
    await failing.close();
  });

  it('are looked into once a second, however many ask', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const check = vi.fn<() => Promise<void>>(async () => undefined);
    const asked = await createTestServer({ db: { ...server.db, check } });
    await Promise.all(Array.from({ length: 50 }, () => ask(asked, '/ready')));
    await ask(asked, '/ready');
    expect(check).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1000);
    await ask(asked, '/ready');
    expect(check).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
    await asked.close();
  });

  it('wait three seconds for a check that hangs, and no longer', async () => {
    const check = vi.fn<() => Promise<void>>(() => new Promise(() => undefined));
    const hanging = await createTestServer({ db: { ...server.db, check } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = ask(hanging, '/ready');
    while (check.mock.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(2999);
    expect(await Promise.race([answer, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject([503, { checks: { database: 'failed' } }]);
    vi.useRealTimers();
    await hanging.close();
  });

  it('are answered in a flood of strangers: otherwise every node would be ended in it', async () => {
    const flooded = await createTestServer({ engine });
    const { app } = flooded;
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const status = async (path: string) => (await fetch(`${address}${path}`)).status;
    let isFlooding = true;
    const strangers = (count: number) => {
      for (let n = 0; n < count; n++) {
        const gone = { socket: { destroyed: true }, headers: {}, url: '/', method: 'GET' };
        app.server.emit('request', gone, Object.assign(new EventEmitter(), { destroyed: true }));
      }
      if (isFlooding) setImmediate(strangers, 50);
    };
    strangers(2500);
    expect(await status('/v1/config')).toBe(503);
    expect([await status('/health'), await status('/ready')]).toEqual([200, 200]);
    // Whoever asks too often waits like others.
    for (let n = 0; n < 58; n++) await status('/health');
    expect(await status('/health')).toBe(503);
    isFlooding = false;
    await flooded.close();
  });

  it('say that it shuts down while requests under way are finished', async () => {
    let finish = () => undefined as void;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    let checks = 0;
    const db = { ...server.db, check: async () => (checks++ === 0 ? slow : undefined) };
    const closing = await createTestServer({ db, objects: server.objects });
    const waiting = ask(closing, '/ready');
    await expect.poll(() => checks).toBe(1);
    const closed = closing.close();
    await new Promise((resolve) => setImmediate(resolve));
    finish();
    expect(await waiting).toMatchObject([503, { checks: { process: 'shutting-down' } }]);
    await closed;
  });
});
