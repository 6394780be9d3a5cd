import { randomUUID } from 'node:crypto';

import { describe, expect, inject, it } from 'vitest';

import { ORDERS, PROMOS, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
/** A page that begins to listen reads once more, well within this. */
const QUIET_MS = 1500;
/** What docs/console.md promises. */
const TOLD_WITHIN_MS = 2000;

describe.skipIf(CHROMIUM === undefined)('the console while others work', () => {
  const used = useConsole(CHROMIUM, { fill: fillServer });

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
