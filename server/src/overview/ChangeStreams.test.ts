import type { ConsoleEvent } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { signInTo } from '../operations/console/testing/signInTo.ts';
import {
  ADMIN_TOKEN,
  type TestServer,
  createTestServer,
  newAppId,
} from '../testing/createTestServer.ts';
import { expectProblem } from '../testing/expectProblem.ts';
import { testEngines } from '../testing/testEngines.ts';

describe.each(testEngines())('live events ($name)', (engine) => {
  let server: TestServer;
  let origin: string;
  beforeAll(async () => {
    server = await createTestServer({ engine });
    origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  /** A page that listens, and what it has heard. */
  async function listen(headers: Record<string, string>, path = '/v1/admin/events') {
    const leave = new AbortController();
    const response = await fetch(`${origin}${path}`, {
      headers: { accept: 'text/event-stream', ...headers },
      signal: leave.signal,
    });
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const heard: ConsoleEvent[] = [];
    let wake = () => {};
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) {
        for (const line of decoder.decode(chunk as Uint8Array).split('\n')) {
          if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)) as ConsoleEvent);
        }
        wake();
      }
    })().catch(() => undefined);
    const hears = async (wanted: ConsoleEvent) => {
      const has = () => heard.some((each) => each.kind === wanted.kind && each.key === wanted.key);
      while (!has()) await new Promise<void>((resolve) => void (wake = resolve));
    };
    return { heard, hears, leave: () => leave.abort(), ended: reading };
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('tell that a mini-app, something by an action, or messages changed', async () => {
    const page = await listen(bearer(ADMIN_TOKEN));
    await page.hears({ kind: 'hello' });
    const appId = newAppId();
    await server.publish(appId, '1.0.0', { percentage: 100 });
    await page.hears({ kind: 'mini-app', key: appId });
    await page.hears({ kind: 'action', key: 'version.release' });
    // It compares with what it saw at its first look.
    for (let index = 0; !page.heard.some(({ kind }) => kind === 'messages'); index++) {
      await server.post('/fcm/send', { to: '/topics/news', data: { index: String(index) } });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(page.heard[0]).toEqual({ kind: 'hello' });
    page.leave();
    await page.ended;
  });

  it('tell who has some mini-apps of these alone', async () => {
    const [mine, other] = [newAppId(), newAppId()];
    await server.publish(mine, '1.0.0');
    const { token } = await server.issue({ scopes: ['read'], apps: [mine] });
    const page = await listen(bearer(token));
    await server.publish(other, '1.0.0', { percentage: 100 });
    await server.post(`/v1/admin/mini-programs/${mine}/versions/1.0.0/release`, {});
    await page.hears({ kind: 'mini-app', key: mine });
    expect(page.heard.filter(({ kind }) => kind === 'action')).toEqual([]);
    expect(JSON.stringify(page.heard)).not.toContain(other);
    page.leave();
    await page.ended;
  });

  it('come through the console with its cookie', async () => {
    const { cookie } = await signInTo(server, { token: ADMIN_TOKEN });
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const page = await listen(headers, '/console/api/v1/admin/events');
    await page.hears({ kind: 'hello' });
    expect(page.heard).toHaveLength(1);
    page.leave();
    await page.ended;
  });

  it('are for who asks for a stream', async () => {
    expectProblem(await server.send('GET', '/v1/admin/events'), 'invalid-header');
  });
});

describe.each(testEngines().filter(({ name }) => name !== 'embedded'))(
  'live events of several nodes ($name)',
  (engine) => {
    it('are heard on every node', async () => {
      const place = await engine.createPlace();
      const [one, other] = [await createTestServer({ place }), await createTestServer({ place })];
      const origin = await one.app.listen({ host: '127.0.0.1', port: 0 });
      const leave = new AbortController();
      const response = await fetch(`${origin}/v1/admin/events`, {
        headers: { accept: 'text/event-stream', authorization: `Bearer ${ADMIN_TOKEN}` },
        signal: leave.signal,
      });
      const appId = newAppId();
      await other.publish(appId, '1.0.0');
      let heard = '';
      const decoder = new TextDecoder();
      for await (const chunk of response.body!) {
        heard += decoder.decode(chunk as Uint8Array);
        if (heard.includes('version.register')) break;
      }
      expect(heard).toContain('version.register');
      leave.abort();
      await one.close();
      await other.close();
      await place.remove();
    });
  },
);
