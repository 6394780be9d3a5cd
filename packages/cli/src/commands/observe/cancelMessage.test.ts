import type { PushMessageRecord, SendSeries } from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';

const SERVER_KEY = 'server-key-for-the-tests-of-the-command';
let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const run = (...args: string[]) => miniapp(args, { env: server.env });

async function schedule(): Promise<string> {
  const sent = await server.client.sendPush(
    {
      to: '/topics/news',
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
      notification: { title: 'Later' },
    },
    SERVER_KEY,
  );
  return String((sent as { message_id: number }).message_id);
}

describe('miniapp messages cancel', () => {
  it('cancels what is not due yet, once somebody said so', async () => {
    const id = await schedule();
    const unasked = await run('messages', 'cancel', id);
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await server.client.getMessage(id)).state).toBe('accepted');

    const { code, json, stderr } = await run('messages', 'cancel', id, '--yes', '--json');
    expect([code, stderr]).toEqual([0, '']);
    expect((json() as { message: PushMessageRecord }).message).toMatchObject({
      id,
      state: 'cancelled',
    });
    expect((await server.client.getMessage(id)).state).toBe('cancelled');
    const { items } = await server.client.listAudit({ action: 'push.cancel' });
    expect(items).toMatchObject([{ actor: 'root', target: id }]);
  });

  it('says that there is no such message, that it was sent, and that a token may not', async () => {
    const missing = await run('messages', 'cancel', '999999', '--yes');
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringContaining('`miniapp messages list`'),
    ]);
    await server.client.sendPush(
      { to: '/topics/news', notification: { title: 'Now' } },
      SERVER_KEY,
    );
    const [sent] = (await server.client.findMessages({ state: 'stored' })).items;
    const late = await run('messages', 'cancel', sent!.id, '--yes');
    expect([late.code, late.stderr]).toEqual([1, expect.stringContaining('was sent already')]);

    const token = { name: 'Viewer', role: 'viewer', expiresInSeconds: 366 * 86_400 } as const;
    const viewer = await server.client.issueToken(token);
    const id = await schedule();
    const env = { ...server.env, MINIAPP_TOKEN: viewer.token };
    const refused = await miniapp(['messages', 'cancel', id, '--yes'], { env });
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('scope push')]);
    expect((await server.client.getMessage(id)).state).toBe('accepted');
  });
});

describe('miniapp messages volume', () => {
  it('counts by day and sender, and refuses days that do not fit', async () => {
    const { key, id } = await server.client.issueServerKey({ name: 'Shop', scopes: ['send'] });
    const send = () =>
      server.client.sendPush({ to: '/topics/tea', notification: { title: 'Tea' } }, key);
    for (let count = 0; count < 3; count++) await send();
    const asked = await run('messages', 'volume', '--days', '7', '--sender', id, '--json');
    const { volume } = asked.json() as { volume: SendSeries };
    // The three may be sent on both sides of midnight.
    expect(volume.days.reduce((all, { accepted }) => all + accepted, 0)).toBe(3);
    expect(
      volume.days.every(({ sender, senderName }) => sender === id && senderName === 'Shop'),
    ).toBe(true);
    expect((await run('messages', 'volume')).stdout).toMatch(/^ +\d{4}-\d\d-\d\d +\d.* Shop$/m);
    for (const days of ['0', '401', 'week']) {
      const refused = await run('messages', 'volume', '--days', days);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('1 to 400')]);
    }
  });
});
