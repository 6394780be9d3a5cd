import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type ConnectedDevice, connectDevice } from '../../testing/connectDevice.ts';
import { miniapp } from '../../testing/miniapp.ts';
import { type TestServer, startTestServer } from '../../testing/startTestServer.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';

let server: TestServer;
let cwd: string;
let key: string;
let device: ConnectedDevice;
beforeAll(async () => {
  server = await startTestServer();
  cwd = await temporaryFolder('push');
  const issued = await server.client.issueServerKey({ name: 'tests', scopes: ['send', 'read'] });
  ({ key } = issued);
  device = await connectDevice(server.url, { topics: ['promotions', 'news'] });
});
afterAll(async () => {
  device.close();
  await server.close();
});

const push = (args: string[], env: NodeJS.ProcessEnv = {}, input?: string) =>
  miniapp(['push', ...args], {
    cwd,
    env: { MINIAPP_SERVER: server.url, MINIAPP_SERVER_KEY: key, ...env },
    ...(input !== undefined && { input }),
  });

describe('miniapp push', () => {
  it('sends to a device and says when it was delivered', async () => {
    const content = [
      '--title',
      'Order',
      '--body',
      'On its way',
      '--data',
      'orderId=42',
      'note=a=b',
    ];
    const where = ['--token', device.token, '--deep-link', 'acme://order/42', '--wait', '30s'];
    const { code, stdout, stderr } = await push([...where, ...content]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`✔ Sent to ${device.token}`);
    expect(stdout).toContain('✔ Delivered: 1 sent, 1 delivered');
    expect(device.received).toContain('Order');
  });

  it('sends to a topic and to a condition, and counts who has it', async () => {
    const second = await connectDevice(server.url, { topics: ['promotions'] });
    const toTopic = await push(['--topic', '/topics/promotions', '--title', 'Sale', '--json']);
    expect(toTopic.json()).toMatchObject({
      ok: true,
      target: '/topics/promotions',
      state: 'delivered',
      counts: { sent: 2, delivered: 2, opened: 0, expired: 0, dropped: 0 },
    });
    const condition = `'promotions' in topics && 'news' in topics`;
    const both = await push(['--condition', condition, '--title', 'Both', '--json']);
    expect(both.json()).toMatchObject({ target: condition, counts: { delivered: 1 } });
    expect([device.received.at(-1), second.received.at(-1)]).toEqual(['Both', 'Sale']);
    second.close();
  });

  it('says that a device which is away gets it later, and does not fail', async () => {
    const away = await connectDevice(server.url, { isOnline: false });
    const how = ['--collapse-key', 'score', '--ttl', '2h', '--wait', '1'];
    const { code, stdout } = await push(['--token', away.token, '--title', 'Later', ...how]);
    expect(code).toBe(0);
    expect(stdout).toContain('! The device is not connected.');
    expect(stdout).toContain('It is kept, and delivered when one connects.');
  });

  it('sends nothing with --dry-run, and later with --send-at', async () => {
    const before = device.received.length;
    const dry = await push(['--topic', 'news', '--title', 'Dry', '--dry-run']);
    expect([dry.code, dry.stdout]).toEqual([
      0,
      '✔ It would be sent to /topics/news; nothing was.\n',
    ]);
    const later = await push(['--topic', 'news', '--title', 'Later', '--send-at', '1h', '--json']);
    const { id } = later.json() as { id: string };
    expect(await server.client.readPushMessage(id, key)).toMatchObject({ state: 'accepted' });
    expect(device.received).toHaveLength(before);
  });

  it('takes the key from a file that nobody else can read, or from standard input', async () => {
    const file = join(cwd, 'key');
    await writeFile(file, `${key}\n`, { mode: 0o600 });
    const none = { MINIAPP_SERVER_KEY: '' };
    const say = ['--topic', 'news', '--body', 'Hi', '--wait', '0'];
    expect((await push([...say, '--key-file', 'key'], none)).code).toBe(0);
    expect((await push([...say, '--key-stdin'], none, `${key}\n`)).code).toBe(0);
    await writeFile(join(cwd, 'open'), key, { mode: 0o644 });
    const open = await push([...say, '--key-file', 'open'], none);
    expect([open.code, open.stderr]).toEqual([1, expect.stringContaining('read by others')]);
    const missing = await push(say, none);
    expect([missing.code, missing.stderr]).toEqual([
      2,
      '✖ The server key is missing.\n  Set MINIAPP_SERVER_KEY, or use --key-file <file> or --key-stdin.\n',
    ]);
  });

  it('says what to do about a wrong key, and never shows it', async () => {
    const secret = 'hgs_wrong-key-that-nobody-may-see';
    for (const more of [[], ['--json']]) {
      const { code, stdout, stderr } = await push(['--topic', 'news', '--title', 'A', ...more], {
        MINIAPP_SERVER_KEY: secret,
        DEBUG: 'miniapp',
      });
      expect(code).toBe(1);
      expect(stdout + stderr).toContain('The server key is not accepted.');
      expect(stdout + stderr).not.toContain(secret);
    }
    const words = await push(['--topic', 'news', '--title', 'A'], {
      MINIAPP_SERVER_KEY: 'two secret-words',
    });
    expect(words.stderr).toContain('it is empty, or more than one word');
    expect(words.stderr).not.toContain('secret-words');
  });

  it('with a key that may only send says that it cannot tell what became of it', async () => {
    const { key: sender } = await server.client.issueServerKey({ name: 'send', scopes: ['send'] });
    const { code, stdout } = await push(['--topic', 'news', '--title', 'A'], {
      MINIAPP_SERVER_KEY: sender,
    });
    expect(code).toBe(0);
    expect(stdout).toContain('! The key may not read what became of it.');
  });

  it('says that a token is not known', async () => {
    const { code, stderr } = await push(['--token', `hgt_${'A'.repeat(43)}`, '--title', 'A']);
    expect(code).toBe(1);
    expect(stderr).toContain('NotRegistered');
    expect(stderr).toContain('send to the one that it has now');
  });

  it('says that no server is there, or none is named', async () => {
    const say = ['--topic', 'news', '--title', 'A'];
    const nobody = await push([...say, '--server', 'http://127.0.0.1:1']);
    expect([nobody.code, nobody.stderr]).toEqual([
      1,
      expect.stringContaining('http://127.0.0.1:1 does not answer'),
    ]);
    const none = await push(say, { MINIAPP_SERVER: '' });
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No server is named.')]);
  }, 90_000);

  it.each([
    ['nobody', ['--title', 'A'], 'Nobody is named.'],
    ['two at once', ['--topic', 'a', '--token', 'b', '--title', 'A'], 'goes to one of them'],
    ['a name that is no topic', ['--topic', 'my news', '--title', 'A'], '"my news" is no topic.'],
    ['nothing', ['--topic', 'news'], 'There is nothing to send.'],
    ['data that is none', ['--topic', 'a', '--data', 'x'], '"x" is no data.'],
    ['a key of the protocol', ['--topic', 'a', '--data', 'from=x'], 'belongs to the protocol'],
    ['a link that is none', ['--topic', 'a', '--deep-link', 'javascript:1'], 'is no deep link'],
    [
      'a time that is past',
      ['--topic', 'a', '--body', 'b', '--send-at', '2020-01-01T00:00:00Z'],
      'is past',
    ],
    [
      'a time that is none',
      ['--topic', 'a', '--body', 'b', '--send-at', 'noon'],
      'does not fit --send-at',
    ],
    ['too long a life', ['--topic', 'a', '--body', 'b', '--ttl', '99d'], 'longer than four weeks'],
  ])('refuses %s', async (_, args, words) => {
    const { code, stderr } = await push(args);
    expect(stderr).toContain(words);
    expect(code).toBe(2);
  });

  it('shows with --help how it is used', async () => {
    const { code, stdout } = await push(['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('miniapp push --topic promotions --title Sale');
    expect(stdout).toContain('--send-at <time>');
  });
});
