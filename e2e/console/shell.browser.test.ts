import { ADMIN_TOKEN, SERVER_KEY, personOn } from '@host/server/testing';
import { describe, expect, inject, it } from 'vitest';

import { ConsolePage } from './ConsolePage.ts';
import { ORDERS, PROMOS, SCRIPT, fillServer } from './fillServer.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
/** What the addresses of some screens name. */
const made = { place: '', message: '', device: '', person: '' };
/** Every screen, with a title that it has. */
const SCREENS = [
  ['/', 'Overview'],
  ['/mini-apps', 'Mini-apps'],
  [`/mini-apps/${ORDERS}`, 'Orders'],
  [`/mini-apps/${ORDERS}/usage`, 'Orders'],
  [`/mini-apps/${ORDERS}/data`, 'Orders'],
  [`/mini-apps/${ORDERS}/settings`, 'Orders'],
  [`/mini-apps/${ORDERS}/versions/1.1.0`, 'Orders 1.1.0'],
  [`/mini-apps/${ORDERS}/collections/items`, 'items'],
  ['/publishers', 'Publishers'],
  ['/access/publisher-keys', 'Publisher keys'],
  ['/reviews', 'Review'],
  [`/reviews/${PROMOS}/2.3.0`, 'Promos 2.3.0'],
  ['/crashes', 'Crashes'],
  [() => `/crashes/${ORDERS}/${made.place}`, `Cannot read ${SCRIPT}`],
  ['/compose', 'Compose a push'],
  [() => `/messages/${made.message}`, 'Sale'],
  [() => `/messages/${made.message}/devices/${made.device}`, /^Message .* to device/],
  [() => `/devices/${made.device}`, /^Device /],
  [() => `/people/${made.person}`, 'A person'],
  ['/topics/news', 'news'],
  ['/messages', 'Messages'],
  ['/devices', 'Devices'],
  ['/topics', 'Topics'],
  ['/people', 'People'],
  ['/access/sessions', 'Sessions'],
  ['/system', 'System'],
  ['/access/tokens', 'Tokens'],
  ['/access/server-keys', 'Server keys'],
  ['/audit', 'Audit'],
] as const;

describe.skipIf(CHROMIUM === undefined)('the console in a browser', () => {
  const used = useConsole(CHROMIUM, {
    fill: async (started) => {
      await fillServer(started);
      const { client, server } = started;
      await client.submitVersion(PROMOS, '2.3.0', { notes: 'New prices' });
      const payload = { token: `seen-${'t'.repeat(40)}`, platform: 'ios' };
      await server.send('POST', '/devices/register', { payload, token: undefined });
      const headers = { authorization: `key=${SERVER_KEY}` };
      await server.post(
        `/iid/v1/${payload.token}/rel/topics/news`,
        {},
        { headers, token: undefined },
      );
      await client.sendPush({ to: payload.token, notification: { title: 'Sale' } }, SERVER_KEY);
      made.place = (await client.listCrashes({ appId: ORDERS })).items[0]!.place;
      made.message = (await client.findMessages({ limit: 1 })).items[0]!.id;
      made.device = (await client.findDevices({ token: payload.token })).items[0]!.id;
      made.person = (await personOn(server)).me.id;
    },
    viewport: DESKTOP,
  });

  it('signs in with a token, is still signed in after a reload, and signs out', async () => {
    const shown = await ConsolePage.open(used.context, used.baseUrl, '/audit');
    await shown.page.getByLabel('Token').fill('wrong');
    await shown.button('Sign in').click();
    await shown.page.getByText('This token is not valid.').waitFor();
    await shown.signIn(ADMIN_TOKEN);
    await shown.heading('Audit').waitFor();
    expect(shown.path()).toBe('/audit');

    const kept = await shown.page.evaluate<string>(
      `JSON.stringify([localStorage, sessionStorage, document.cookie])`,
    );
    expect(kept).toBe('[{},{},""]');
    // The page names the digest of each of its scripts and styles, and its policy runs none without.
    const parts = await shown.page.evaluate<string[]>(
      `[...document.querySelectorAll('script[src], link[rel=stylesheet]')].map((each) => each.integrity)`,
    );
    expect(parts.length).toBeGreaterThan(1);
    for (const integrity of parts) expect(integrity).toMatch(/^sha(256|384|512)-/);
    const { headers } = await used.server.send('GET', '/console/', { token: undefined });
    expect(headers['integrity-policy']).toBe('blocked-destinations=(script)');
    await shown.page.reload();
    await shown.heading('Audit').waitFor();
    await shown.button('Sign out').click();
    await shown.heading('Sign in').waitFor();
    await shown.page.reload();
    await shown.heading('Sign in').waitFor();
  });

  it('keeps what was entered when the session ends, and goes on after signing in again', async () => {
    const { token, id } = await used.server.issue({ name: 'Ann', role: 'admin' });
    const shown = await used.open('/access/server-keys', token);
    const endSession = async () => {
      const { items } = await used.client.listConsoleSessions();
      for (const { id: session, actor } of items) {
        if (actor === id) await used.client.endConsoleSession(session);
      }
      await shown.dialog.getByRole('button', { name: 'Issue the key' }).click();
      await shown.heading('Your session has ended').waitFor();
    };
    const signInAgain = async (secret: string) => {
      await shown.page.getByLabel('Token', { exact: true }).fill(secret);
      await shown.button('Sign in').click();
      await shown.heading('Your session has ended').waitFor({ state: 'detached' });
    };
    await shown.button('Issue a key…').click();
    await shown.dialog.getByLabel('Name', { exact: true }).fill('Shop');
    await endSession();
    await signInAgain(token);
    expect(await shown.dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop');
    // Somebody else finds nothing of it.
    await endSession();
    await signInAgain(ADMIN_TOKEN);
    await shown.button('Issue a key…').click();
    const name = shown.dialog.getByLabel('Name', { exact: true });
    expect(await name.inputValue()).toBe('');
    await name.fill('Shop');
    await shown.dialog.getByRole('button', { name: 'Issue the key' }).click();
    await expect.poll(() => shown.page.getByText('This is shown once').count()).toBe(1);
  });

  it(
    'has no barrier on any screen, on a phone in the dark and on a desk',
    { timeout: 300_000 },
    async () => {
      const shown = await used.open();
      for (const [path, title] of SCREENS) {
        const message = typeof path === 'string' ? path : path();
        await shown.page.emulateMedia({ colorScheme: 'light' });
        await shown.page.setViewportSize(DESKTOP);
        await shown.goTo(message);
        await shown.heading(title).first().waitFor();
        await expect.poll(() => shown.violations(), { message }).toEqual([]);
        await shown.page.emulateMedia({ colorScheme: 'dark' });
        await shown.page.setViewportSize(PHONE);
        await expect.poll(() => shown.violations(), { message }).toEqual([]);
        const tooWide = await shown.page.evaluate<number>(
          'document.documentElement.scrollWidth - innerWidth',
        );
        expect(tooWide, message).toBe(0);
        expect(shown.problems, message).toEqual([]);
      }
    },
  );

  it('is reached by keys alone', async () => {
    const shown = await used.open('/mini-apps');
    await shown.heading('Mini-apps').waitFor();
    await shown.page.keyboard.press('g');
    await shown.page.keyboard.press('a');
    await shown.heading('Audit').waitFor();
    // Who goes on from here, or listens, is at the top of the screen.
    const focused = () =>
      shown.page.evaluate<string>(
        '`${document.activeElement.tagName} ${document.activeElement.textContent}`',
      );
    await expect.poll(focused).toBe('H1 Audit');
    await shown.page.keyboard.press('/');
    await shown.page.keyboard.type('orde');
    await shown.page.getByRole('option', { name: /Orders/ }).waitFor();
    expect(await shown.violations()).toEqual([]);
    await shown.page.keyboard.press('Enter');
    await shown.heading('Orders').waitFor();
    await expect.poll(() => shown.path()).toBe(`/mini-apps/${ORDERS}`);
    await expect.poll(focused).toBe('H1 Orders');
  });

  it('shows a role what it may do, and nothing else', async () => {
    const { token } = await used.server.issue({ name: 'Vi', role: 'viewer' });
    const shown = await used.open(`/mini-apps/${ORDERS}`, token);
    await shown.heading('Versions').waitFor();
    expect(await shown.page.getByRole('navigation', { name: 'Console' }).innerText()).not.toMatch(
      /Tokens|Audit|Server keys/,
    );
    expect(await shown.button(/Suspend|Roll back|Pause|Release|Change/).count()).toBe(0);
    await shown.goTo('/audit');
    await expect.poll(() => shown.page.getByText('could not be loaded').count()).toBe(1);
  });

  it('shows what others wrote as text', async () => {
    const shown = await used.open('/mini-apps/com.acme.parking/versions/0.9.0');
    await shown.page.getByText(SCRIPT).waitFor();
    await shown.goTo(`/mini-apps/${ORDERS}/collections/items`);
    await shown.page.getByText(SCRIPT).waitFor();
    await shown.goTo(`/mini-apps/${ORDERS}/versions/1.1.0`);
    await shown.page.getByText(`Cannot read ${SCRIPT}`, { exact: true }).waitFor();
    expect(await shown.page.title()).toBe('Orders 1.1.0 · Console');
    expect(shown.problems).toEqual([]);
  });

  it('says that the server does not answer, and tries again', async () => {
    const shown = await used.open('/mini-apps');
    await shown.heading('Mini-apps').waitFor();
    await used.context.route('**/console/api/**', (route) => route.abort());
    await shown.link('Audit').click();
    await shown.page.getByText('The server did not answer.').waitFor();
    await used.context.unroute('**/console/api/**');
    await shown.button('Try again').click();
    await expect.poll(() => shown.row('mini-program.suspend').count()).toBe(1);
  });

  it('keeps the colours that somebody chose', async () => {
    const shown = await used.open('/mini-apps');
    await shown.button(/Colours: system/).click();
    await shown.button(/Colours: light/).click();
    await shown.page.reload();
    await shown.button(/Colours: dark/).waitFor();
    const background = await shown.page.evaluate<string>(
      'getComputedStyle(document.documentElement).backgroundColor',
    );
    expect(background).toBe('rgb(12, 18, 17)');
  });
});
