import type {
  AdminMessage,
  AuditEntry,
  Crash,
  CrashDetails,
  DeviceCount,
  DeviceDetails,
  DeviceRecord,
  IssuedServerKey,
  MessageTrace,
  RegistrationRecord,
} from '@host/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectDevice } from '../../testing/connectDevice.ts';
import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';

describe('looking at what happened', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.close());

  const run = async (...args: string[]) => {
    const result = await miniapp(args, { env: server.env });
    expect(result.code, result.stderr + result.stdout).toBe(0);
    return result;
  };
  const json = async <Result>(...args: string[]) => (await run(...args, '--json')).json() as Result;

  it('issues, replaces and revokes keys of back ends, and finds their messages, devices and the log', async () => {
    const { key: issued } = await json<{ key: IssuedServerKey }>(
      'server-keys',
      'issue',
      '--name',
      'Shop',
      '--days',
      '30',
    );
    expect(Date.parse(issued.expiresAt!) - Date.parse(issued.createdAt)).toBe(30 * 86_400_000);
    const device = await connectDevice(server.url, { topics: ['news'], isOnline: false });
    const send = (key: string) =>
      server.client.sendPush({ to: '/topics/news', notification: { title: 'Sale' } }, key);
    await send(issued.key);
    const { key: fresh } = await json<{ key: IssuedServerKey }>(
      'server-keys',
      'rotate',
      issued.id,
      '--overlap',
      '1h',
    );
    expect(Date.parse(fresh.previous!.endsAt) - Date.parse(fresh.rotatedAt!)).toBe(3_600_000);
    for (const { key } of [issued, fresh]) await send(key);
    const shown = await run('server-keys', 'rotate', issued.id, '--overlap', '0');
    expect(shown.stdout).toContain('The old one is refused.');
    await expect(send(fresh.key)).rejects.toThrow(/not accepted/);
    await run('server-keys', 'revoke', issued.id);
    expect((await run('server-keys', 'list')).stdout).toMatch(/Shop.*revoked/);
    const wrong = await miniapp(['server-keys', 'issue', '--name', 'x', '--days', '400'], {
      env: server.env,
    });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--days does not fit')]);

    const { messages } = await json<{ messages: AdminMessage[] }>(
      'messages',
      'list',
      '--topic',
      'news',
      '--max',
      '2',
    );
    expect(messages.map(({ title, sender }) => [title, sender])).toEqual([
      ['Sale', issued.id],
      ['Sale', issued.id],
    ]);
    const { devices } = await json<{ devices: DeviceRecord[] }>(
      'devices',
      'list',
      '--token',
      device.token,
    );
    const [found] = devices;
    const details = await json<{ device: DeviceDetails }>('devices', 'show', found!.id);
    expect(details.device.topics.map(({ topic }) => topic)).toEqual(['news']);
    expect((await run('messages', 'show', messages[0]!.id)).stdout).toContain('/topics/news');

    const sendAt = new Date(Date.now() + 60 * 60 * 1000).toISOString();
    await server.client.sendPush(
      { to: '/topics/others', send_at: sendAt, notification: { title: 'Later' } },
      'server-key-for-the-tests-of-the-command',
    );
    const scheduled = ['messages', 'list', '--state', 'scheduled'];
    expect((await run(...scheduled)).stdout).toContain('scheduled for');
    const { messages: waiting } = await json<{ messages: { id: string; state: string }[] }>(
      ...scheduled,
    );
    expect(waiting.map(({ state }) => state)).toEqual(['scheduled']);
    expect((await run('messages', 'trace', waiting[0]!.id, found!.id)).stdout).toContain(
      'The device does not have the topic now. If it had the topic',
    );
    const { trace } = await json<{ trace: MessageTrace }>(
      'messages',
      'trace',
      messages[0]!.id,
      found!.id,
    );
    expect([trace.addressed, trace.steps[0]?.step]).toEqual(['yes', 'accepted']);
    for (const words of [
      ['--topic', 'news'],
      ['--tokens', `${found!.token},unknown`],
    ]) {
      const counted = await json<{ audience: DeviceCount }>('messages', 'audience', ...words);
      expect(counted.audience).toEqual({ devices: 1, isExact: true });
    }
    expect(
      await miniapp(['messages', 'audience', '--topic', 'a', '--person', 'b'], { env: server.env }),
    ).toMatchObject({ code: 2 });

    // What does not fit is said before the server is asked, which is no server here.
    const offline = { ...server.env, MINIAPP_SERVER: 'http://127.0.0.1:9' };
    for (const [call, fits] of [
      [['messages', 'list', '--state', 'dropped'], 'scheduled, stored or cancelled'],
      [['audit', '--since', 'yesterday'], '2026-01-10T09:00:00Z'],
      [['crashes', 'list', '--sort', 'worst'], '--sort=-lastAt'],
      [['audit', '--until', '2026-01-10'], '--until 24h'],
    ] as const) {
      const refused = await miniapp([...call], { env: offline });
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(fits)]);
    }

    const { entries } = await json<{ entries: AuditEntry[] }>(
      'audit',
      '--since',
      '1h',
      '--action',
      'server-key.',
      '--target',
      issued.id,
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'server-key.revoke',
      'server-key.rotate',
      'server-key.rotate',
    ]);
    expect(JSON.stringify(entries)).not.toContain('hsk_');
  });

  it('shows crashes with their stacks, and schedules a release and takes it back', async () => {
    const appId = 'com.acme.orders';
    const folder = `https://cdn.elsewhere.example/mini-apps/${appId}/1.0.0`;
    await server.client.registerVersion({
      appId,
      name: 'Orders',
      version: '1.0.0',
      manifestUrl: `${folder}/mf-manifest.json`,
      bundleZipUrl: `${folder}/\${platform}.zip`,
      permissions: [],
      minHostVersion: '1.0.0',
    });
    await server.client.reportVersion(appId, {
      version: '1.0.0',
      platform: 'ios',
      hostVersion: '1.0.0',
      installId: 'install-1',
      kind: 'crashed',
      message: 'It broke.',
      stack: 'Error: It broke.\n    at show (App.js:1:20)',
    });
    const { crashes } = await json<{ crashes: Crash[] }>('crashes', 'list');
    expect(crashes.map((each) => [each.appId, each.message])).toEqual([[appId, 'It broke.']]);
    const { place } = crashes[0]!;
    const app = ['--app', appId] as const;
    const { crash } = await json<{ crash: CrashDetails }>('crashes', 'show', place, ...app);
    expect(crash.versions.map(({ version, count }) => [version, count])).toEqual([['1.0.0', 1]]);
    expect((await run('crashes', 'show', place, ...app)).stdout).toContain('at show');
    const digests = { sha256: 'a'.repeat(64), size: 1000 };
    await server.client.stateDigests(appId, '1.0.0', { ios: digests, android: digests });
    const version = `${appId}@1.0.0`;
    const { record } = await json<{ record: RegistrationRecord }>(
      'release',
      version,
      '--percentage',
      '10%',
      '--at',
      '2h',
    );
    expect(record).toMatchObject({ status: 'registered', scheduled: { percentage: 10 } });
    await run('release', version, '--cancel');
    expect(await server.client.getVersion(appId, '1.0.0')).not.toHaveProperty('scheduled');
    const wrong = await miniapp(['crashes', 'list', '--max', 'many'], { env: server.env });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--max')]);
  });
});
