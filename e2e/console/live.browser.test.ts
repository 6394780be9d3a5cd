import { randomUUID } from 'node:crypto';

import type { SystemReport } from '@host/contracts';
import { SERVER_KEY } from '@host/server/testing';
import { describe, expect, inject, it, onTestFinished } from 'vitest';

import { ConsolePage } from './ConsolePage.ts';
import { ORDERS, PROMOS, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
/** A page that begins to listen reads once more, well within this. */
const QUIET_MS = 1500;
/** What docs/console.md promises. */
const TOLD_WITHIN_MS = 2000;

/** Nobody listens there. */
const SILENT = 'http://127.0.0.1:9';
/** What Firebase says to everybody. */
let refused: string | undefined;
const fcm = {
  name: 'fcm' as const,
  send: async () =>
    refused === undefined
      ? { kind: 'accepted' as const }
      : { kind: 'auth-problem' as const, code: refused },
  close: async () => undefined,
};

describe.skipIf(CHROMIUM === undefined)('the console while others work', () => {
  const used = useConsole(CHROMIUM, {
    fill: fillServer,
    upstreamOrigins: [SILENT],
    pushTransports: [fcm] as never,
  });

  // A machine that stands still for a moment tries again.
  it('shows what others change within two seconds, without a reload', { retry: 3 }, async () => {
    const shown = await used.open('/mini-apps');
    await shown.row(PROMOS).getByText('Live').waitFor();
    // Nothing on this screen asks by itself: what appears was told.
    await used.client.suspend(PROMOS, { reason: 'First' });
    await shown.row(PROMOS).getByText('Suspended').waitFor({ timeout: TOLD_WITHIN_MS });
    await used.client.resume(PROMOS);
    await shown.row(PROMOS).getByText('Live').waitFor({ timeout: TOLD_WITHIN_MS });
    expect(shown.problems).toEqual([]);
  });

  /** Opens a screen that has heard the beginning of the events: from then on it shows what it is told of. */
  const listening = async (path: string, list: RegExp) => {
    let isListening = false;
    let lastRead = Infinity;
    used.context.on('response', (response) => {
      if (response.url().endsWith('/v1/admin/events')) isListening = true;
      if (list.test(response.url())) lastRead = Date.now();
    });
    const shown = await used.open(path);
    // What it reads when the stream begins is over: from here on it reads what it is told of.
    await expect
      .poll(() => isListening && Date.now() - lastRead > QUIET_MS, { timeout: 30_000 })
      .toBe(true);
    return shown;
  };

  /** One more page of who is signed in. */
  const another = (path: string) => ConsolePage.open(used.context, used.consoleUrl, path);

  it('shows devices as they come, without a reload', { retry: 3 }, async () => {
    const shown = await listening('/devices', /\/v1\/admin\/devices\?/);
    const token = `live-${randomUUID()}`;
    await used.client.registerDevice({ token, platform: 'android' });
    const told = Date.now() + TOLD_WITHIN_MS;
    const [device] = (await used.client.findDevices({ token })).items;
    await shown.link(`Device ${device!.id}`).waitFor({ timeout: told - Date.now() });
    expect(shown.problems).toEqual([]);
  });

  it('shows crashes as they happen, without a reload', { retry: 3 }, async () => {
    const shown = await listening('/crashes', /\/v1\/admin\/crashes\?/);
    const message = `Crash ${randomUUID()}`;
    await used.client.reportVersion(ORDERS, {
      version: '1.1.0',
      platform: 'ios',
      hostVersion: '1.0.0',
      installId: randomUUID(),
      kind: 'crashed',
      message,
      stack: `Error: ${message}\n    at ${message.replaceAll(/\W/g, '')} (App.js:9:9)`,
    });
    await shown.page.getByText(message).first().waitFor({ timeout: TOLD_WITHIN_MS });
    expect(shown.problems).toEqual([]);
  });

  it('shows what waits for review as it is submitted, without a reload', { retry: 3 }, async () => {
    const shown = await listening('/reviews', /\/v1\/admin\/reviews\?/);
    const version = `9.${Date.now() % 1_000_000}.0`;
    await used.server.publish(PROMOS, version, { web: true });
    await used.client.submitVersion(PROMOS, version, { notes: 'Live' });
    await shown.row(version).waitFor({ timeout: TOLD_WITHIN_MS });
    expect(shown.problems).toEqual([]);
  });

  it('shows a back end that begins to fail, without a reload', { retry: 3 }, async () => {
    const { path } = await used.client.getMiniProgram(PROMOS);
    await used.client.setUpstream(PROMOS, SILENT);
    const shown = await listening('/', /\/v1\/admin\/overview$/);
    const fails = shown.page.getByText('Back end fails');
    expect(await fails.count()).toBe(0);
    const settings = await another(`/mini-apps/${PROMOS}/settings`);
    await settings.page.getByText('not asked yet').waitFor();
    for (let time = 0; time < 3; time++) {
      await used.server.send('GET', `/${path}/items`, { token: undefined });
    }
    await Promise.all([
      fails.waitFor({ timeout: TOLD_WITHIN_MS }),
      settings.page
        .getByText('does not answer', { exact: true })
        .waitFor({ timeout: TOLD_WITHIN_MS }),
    ]);
    // It has none any more, so none that fails.
    await used.client.setUpstream(PROMOS, null);
    await fails.waitFor({ state: 'detached', timeout: TOLD_WITHIN_MS });
    expect([...shown.problems, ...settings.problems]).toEqual([]);
  });

  it('shows a push service that begins to fail, without a reload', { retry: 3 }, async () => {
    const code = `REFUSED_${Date.now()}`;
    const token = `fcm:${randomUUID()}`;
    await used.client.registerDevice({ token, platform: 'android' });
    const send = () =>
      used.client.sendPush({ to: token, notification: { title: 'Sale' } }, SERVER_KEY);
    // A try before this one may have left it failing.
    const isWorking = async () => {
      await send();
      return (await used.client.readSystem({ findings: false })).pushServices[0]!.state;
    };
    await expect.poll(isWorking, { timeout: 30_000 }).toBe('working');
    const shown = await listening('/', /\/v1\/admin\/overview$/);
    const system = await another('/system');
    await system.row('fcm').waitFor();
    refused = code;
    onTestFinished(() => void (refused = undefined));
    await send();
    await Promise.all([
      shown.page.getByText(code).waitFor({ timeout: TOLD_WITHIN_MS }),
      system.row('fcm').getByText(code).waitFor({ timeout: TOLD_WITHIN_MS }),
    ]);
    await system.row('fcm').getByText('failing', { exact: true }).waitFor();
    expect([...shown.problems, ...system.problems]).toEqual([]);
  });

  it('shows on System what nodes are there and which versions they run, as it changes', async () => {
    const shown = await used.open('/system');
    await shown.heading('Nodes').waitFor();
    const warning = shown.page.getByText('They run different versions');
    expect(await warning.count()).toBe(0);
    // This server is one node alone: what others would say is put into its answers.
    await shown.page.route('**/v1/admin/system?findings=false', async (route) => {
      const response = await route.fetch();
      const report = (await response.json()) as SystemReport;
      await route.fulfill({
        response,
        json: {
          ...report,
          nodes: [
            ...report.nodes,
            { node: 'other', connected: 3, isThis: false, version: '0.0.9' },
            { node: 'oldest', connected: 2, isThis: false },
          ],
          pushServices: [{ name: 'fcm', state: 'failing', nodes: 2, failingOn: ['other'] }],
        } satisfies SystemReport,
      });
    });
    await warning.waitFor();
    await shown.page.getByText('0.0.9 on 1 node, an older release on 1 node').waitFor();
    await shown.row('other').getByText('0.0.9').waitFor();
    await shown.row('oldest').getByText('not said').waitFor();
    await shown.row('fcm').getByText('on 1 of 2 nodes: other').waitFor();
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('says that the connection is lost, mends it by itself, and shows what it missed', async () => {
    const shown = await used.open('/mini-apps');
    await shown.row(PROMOS).getByText('Live').waitFor();
    await used.context.route('**/v1/admin/events', (route) => route.abort());
    used.server.app.server.closeAllConnections();
    await shown.page.getByText('The connection is lost').waitFor();
    expect(await shown.violations()).toEqual([]);
    await used.client.suspend(PROMOS, { reason: 'Meanwhile' });
    await used.context.unroute('**/v1/admin/events');
    await shown.row(PROMOS).getByText('Suspended').waitFor();
    await shown.page.getByText('The connection is lost').waitFor({ state: 'detached' });
    expect(shown.problems).toEqual([]);
  });
});
