import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { type Screen, openHostBundle } from '@host/headless-host';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { documentedBlock, withOwn } from '../scripts/build/documentedBlock.ts';
import { type Carrier, startCarrier } from './host/startCarrier.ts';
import { pushTo } from './host/pushTo.ts';
import { type Platform, startPlatform } from './host/startPlatform.ts';

const HOST = fileURLToPath(new URL('../apps/host/', import.meta.url));
/** The server that the bundles were built for. */
const SERVER = 'http://localhost:8080';
const BUILD_MS = 600_000;
const PATIENT = { timeoutMs: 60_000 };
const LIMITS = { blockedMs: 60_000, runMs: 120_000 };

let server: Platform;

beforeAll(async () => {
  server = await startPlatform();
}, BUILD_MS);
afterAll(() => server?.stop());

describe.each(['ios', 'android'] as const)('the reference host on %s', (platform) => {
  let carrier: Carrier;
  let host: Screen;

  beforeAll(async () => {
    const block = await documentedBlock('apps/host/README.md', 'sh', 'build.mjs ios');
    const build = block.split('\n').find((line) => line.includes(`build.mjs ${platform}`))!;
    const here = withOwn(build, { 'https://host.example': SERVER });
    await promisify(execFile)('sh', ['-e', '-c', here], { cwd: HOST });
  }, BUILD_MS);
  beforeEach(async () => {
    carrier = await startCarrier(server.baseUrl);
  });
  afterEach(async () => {
    await host?.close();
    await carrier.stop();
  });

  async function start(way: Carrier = carrier): Promise<void> {
    host = await openHostBundle({
      dir: `${HOST}dist/${platform}`,
      platform,
      component: 'host',
      servers: { [SERVER]: way.baseUrl, [server.baseUrl]: way.baseUrl },
      limits: LIMITS,
    });
    await host.waitForText('Orders', PATIENT);
  }

  it('shows the catalog and opens a mini-app from its archive', async () => {
    await start();
    expect(host.texts()).toEqual(expect.arrayContaining(['All services', 'Orders', 'Promos']));

    await host.press('Orders');
    await host.waitForText('Sign in to see your orders', PATIENT);
    const archive = new RegExp(`/com\\.example\\.orders/[^/]+/${platform}\\.zip$`);
    expect(carrier.paths.filter((path) => archive.test(path))).toHaveLength(1);
    expect(host.errors()).toEqual([]);
  });

  it('goes back through the screens of a mini-app, and closes it', async () => {
    await start();
    await host.press('Promos');
    await host.waitForText('Coffee beans, two for one', PATIENT);
    await host.press('Coffee beans, two for one');
    await host.waitForText('Remind me tomorrow', PATIENT);
    await host.back();
    await host.waitForText('Free delivery this week', PATIENT);

    await host.press('Close Promos');
    await host.waitForText('Recently used', PATIENT);
    expect(host.errors()).toEqual([]);
  });

  it('signs up for a mini-app, which sees the person after consent', async () => {
    await start();
    await host.press('Orders');
    await host.waitForText('Sign in to see your orders', PATIENT);
    await host.press('Sign in');
    await host.waitForText('Create an account', PATIENT);
    await host.press('Create an account');
    await host.waitForText('Create account', PATIENT);
    await host.type('Name', 'Ada');
    await host.type('E-mail address', `ada-${platform}@example.com`);
    await host.type('Password', 'correct horse battery');
    await host.press('Create account');

    await host.waitForText('Orders would like to know your name and picture', PATIENT);
    // A touch does nothing until the question has been in front of somebody for a moment.
    const answer = () =>
      host
        .press('Continue as Ada')
        .then(() => host.waitForText('Espresso machine', { timeoutMs: 1000 }))
        .then(
          () => 'shown',
          () => 'not yet',
        );
    await expect.poll(answer, { timeout: PATIENT.timeoutMs }).toBe('shown');
    expect(host.errors()).toEqual([]);
  });

  it('lists what was pushed to the person, and a press opens the mini-app that it leads to', async () => {
    const email = `grace-${platform}@example.com`;
    await pushTo(server, email, {
      notification: { title: 'Back in stock', body: 'Coffee beans' },
      data: { deepLink: 'host://miniapp/com.example.promos?promoId=p2' },
    });
    await start();
    await host.press('Sign in');
    await host.waitForText('E-mail address', PATIENT);
    await host.type('E-mail address', email);
    await host.type('Password', 'correct horse battery\n');

    await host.waitForText('1', PATIENT);
    await host.press('Notifications, 1 unread');
    await host.waitForText('Back in stock', PATIENT);
    await host.press('Back in stock');
    await host.waitForText('Remind me tomorrow', PATIENT);
    expect(host.errors()).toEqual([]);
  });

  it('loads its own later screens from the app', async () => {
    await start();
    await host.press('Settings');
    await host.waitForText('Appearance', PATIENT);
    expect(carrier.paths.filter((path) => path.endsWith('.bundle'))).toEqual([]);
    expect(host.errors()).toEqual([]);
  });

  it('does not run an archive that was changed on the way', async () => {
    const thief = await startCarrier(server.baseUrl, (path, bytes) =>
      path.endsWith('.zip') ? withOneBitChanged(bytes) : bytes,
    );
    try {
      await start(thief);
      await host.press('Orders');
      await host.waitForText(/is not what was published, so it was not run/, PATIENT);
      expect(host.texts()).not.toContain('Sign in to see your orders');
    } finally {
      await thief.stop();
    }
  });
});

function withOneBitChanged(bytes: Buffer): Buffer {
  const place = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  return bytes;
}
