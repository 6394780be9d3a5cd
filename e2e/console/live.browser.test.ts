import { describe, expect, inject, it } from 'vitest';

import { PROMOS, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
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
