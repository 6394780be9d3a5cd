import { readFile } from 'node:fs/promises';

import { SERVER_KEY } from '@host/server/testing';
import { describe, expect, inject, it } from 'vitest';

import { PROMOS, SCRIPT, fillServer } from './fillServer.ts';
import type { ConsolePage } from './ConsolePage.ts';
import { useConsole } from './useConsole.ts';

const CHROMIUM = inject('headlessPath');
/** RFC 8032, 7.1, test 1. */
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
/** No failure that is tried again by itself. */
const REFUSAL = {
  type: 'about:blank',
  title: 'No',
  status: 422,
  code: 'invalid-query',
  detail: 'No.',
  requestId: 'refused',
};
const NAMES = ['Zoe', 'ann', 'Mia', 'build machine'];

describe.skipIf(CHROMIUM === undefined)('lists of the console', () => {
  const used = useConsole(CHROMIUM, {
    fill: async (started) => {
      await fillServer(started);
      for (const name of NAMES) {
        await started.client.issueToken({ name, role: 'viewer', expiresInSeconds: 3600 });
        await started.client.issueServerKey({ name, scopes: ['send'] });
      }
      await started.client.submitVersion(PROMOS, '2.3.0', { notes: 'Summer' });
      const appId = 'com.acme.parking';
      await started.client.registerKey({ appId, name: 'CI of Parking', publicKey: PUBLIC_KEY });
    },
  });

  /** The first cells of the rows, from the top. */
  const firstCells = (shown: ConsolePage) =>
    shown.page.locator('tbody tr td:first-child strong, tbody tr td:first-child a').allInnerTexts();
  const heading = (shown: ConsolePage, name: string) =>
    shown.page.getByRole('columnheader', { name });

  it('are sorted with the keyboard, say how, and keep it in the address', async () => {
    const shown = await used.open('/access/tokens');
    await shown.row('Zoe').waitFor();
    expect(await firstCells(shown)).toEqual(NAMES);
    expect(await heading(shown, 'Issued').getAttribute('aria-sort')).toBe('ascending');
    expect(await heading(shown, 'Token').getAttribute('aria-sort')).toBe('none');

    await heading(shown, 'Token').getByRole('button').focus();
    await shown.page.keyboard.press('Enter');
    await expect.poll(() => firstCells(shown)).toEqual(['ann', 'build machine', 'Mia', 'Zoe']);
    expect(shown.path()).toBe('/access/tokens?sort=name');
    expect(await heading(shown, 'Token').getAttribute('aria-sort')).toBe('ascending');
    await shown.page.keyboard.press('Space');
    await expect.poll(() => firstCells(shown)).toEqual(['Zoe', 'Mia', 'build machine', 'ann']);
    expect(await heading(shown, 'Token').getAttribute('aria-sort')).toBe('descending');
    expect(await shown.violations()).toEqual([]);

    await shown.page.reload();
    await expect.poll(() => firstCells(shown)).toEqual(['Zoe', 'Mia', 'build machine', 'ann']);
    const saved = shown.page.waitForEvent('download');
    await shown.button('Save as CSV').click();
    const [head, ...lines] = (await readFile(await (await saved).path(), 'utf8')).split('\r\n');
    expect(head).toBe('\uFEFFToken,Id,State,May,For,Last used,Issued,Ends');
    expect(lines.filter(Boolean).map((line) => line.split(',')[0])).toEqual([
      'Zoe',
      'Mia',
      'build machine',
      'ann',
    ]);

    await shown.goTo('/access/tokens?sort=secret_hash');
    await expect.poll(() => firstCells(shown)).toEqual(NAMES);
    expect(shown.problems).toEqual([]);
  });

  it.each([
    ['/access/tokens', 'Find a token', 'machine', 'build machine'],
    ['/access/server-keys', 'Find a key', 'ZO', 'Zoe'],
    ['/access/publisher-keys', 'Find a key', 'PARKING', 'CI of Parking'],
    ['/publishers', 'Find a publisher', 'acm', 'Acme'],
    ['/access/sessions', 'Find a session', 'root', 'ADMIN_TOKEN'],
    ['/crashes', 'Find a crash', 'CANNOT', `Cannot read ${SCRIPT}`],
    ['/reviews', 'Find a review', 'PROMO', 'Promos 2.3.0'],
  ])('%s are searched on the server', async (path, label, text, found) => {
    const shown = await used.open(path);
    await shown.row(found).first().waitFor();
    await shown.page.getByLabel(label).fill('nothing-has-this');
    await shown.page.getByText(/^No .* has that/).waitFor();
    await shown.page.getByLabel(label).fill(text);
    await expect.poll(async () => new Set(await firstCells(shown))).toEqual(new Set([found]));
    expect(shown.path()).toBe(`${path}?q=${text}`);
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('has ten thousand rows, of which those near what is seen are in the page', async () => {
    const items = Array.from({ length: 10_000 }, (_, index) => ({
      topic: `topic-${index}${index % 50 === 0 ? '-with-a-name-that-is-longer' : ''}`,
      subscribers: { devices: index, isExact: true },
    }));
    await used.context.route(/\/v1\/admin\/topics\?/, (route) =>
      route.fulfill({ json: { items } }),
    );
    const shown = await used.open('/topics');
    const inThePage = () => shown.page.locator('tbody tr:not([aria-hidden])').count();
    const headings = shown.page.getByRole('columnheader');
    const widths = async () => {
      const boxes = (await headings.all()).map((each) => each.boundingBox());
      return (await Promise.all(boxes)).map((box) => box?.width);
    };
    const scrollTo = (y: number) => shown.page.evaluate(`window.scrollTo(0, ${y})`);
    await shown.row('topic-49').waitFor();
    const first = await widths();
    expect(await inThePage()).toBeLessThan(200);
    const table = shown.page.getByRole('table');
    expect(await table.getAttribute('aria-rowcount')).toBe('10001');
    const { height } = (await table.boundingBox())!;
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await scrollTo(height * part);
      const near = shown.row(part === 1 ? 'topic-9999' : 'topic-').first();
      await expect.poll(() => near.isVisible()).toBe(true);
      expect(await inThePage()).toBeLessThan(200);
    }
    const last = shown.row('topic-9999');
    await expect.poll(() => last.getAttribute('aria-rowindex')).toBe('10001');
    expect(await widths()).toEqual(first);
    expect(await shown.violations()).toEqual([]);

    // Whoever is in a row with the keyboard stays there.
    await last.getByRole('link').focus();
    await scrollTo(0);
    await shown.row('topic-49').waitFor();
    expect(await last.locator('a:focus').count()).toBe(1);
    const saved = shown.page.waitForEvent('download');
    await shown.button('Save as CSV').click();
    const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(10_001);
    expect(shown.problems).toEqual([]);
  });

  it('say that they are being loaded, as long as the server is not done', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await used.context.route(/\/v1\/admin\/topics\?/, async (route) => {
      await held;
      await route.fulfill({ json: { items: [] } });
    });
    const shown = await used.open('/topics');
    await shown.page.getByRole('status').getByText('Loading').waitFor();
    expect(await shown.violations()).toEqual([]);
    answer();
    await shown.page.getByText('No device has a topic').waitFor();
    expect(await shown.page.getByText('Loading').count()).toBe(0);
    expect(shown.problems).toEqual([]);
  });

  it('load more as one scrolls, and go on after a failure when they are asked to', async () => {
    const SIZE = 50;
    let isBroken = false;
    const asked: number[] = [];
    await used.context.route(/\/v1\/admin\/topics\?/, async (route) => {
      const first = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      asked.push(first);
      if (isBroken) return route.fulfill({ status: 422, json: REFUSAL });
      const items = Array.from({ length: SIZE }, (_, index) => ({
        topic: `topic-${first + index}-`,
        subscribers: { devices: 1, isExact: true },
      }));
      const next = first + SIZE;
      return route.fulfill({ json: { items, ...(next < 400 && { nextCursor: String(next) }) } });
    });
    const shown = await used.open('/topics');
    await shown.row('topic-0-').waitFor();
    // What is far below is not read before somebody comes near.
    await expect.poll(() => asked.length).toBeGreaterThanOrEqual(1);
    const atFirst = Math.max(...asked);
    expect(atFirst).toBeLessThan(200);
    const toTheEnd = () => shown.page.evaluate('window.scrollTo(0, document.body.scrollHeight)');
    await toTheEnd();
    await expect.poll(() => Math.max(...asked)).toBeGreaterThan(atFirst);
    expect(await shown.button('Save as CSV').isVisible()).toBe(true);
    expect(await shown.violations()).toEqual([]);

    isBroken = true;
    await expect
      .poll(async () => {
        await toTheEnd();
        return shown.page.getByText('Topics could not be loaded').count();
      })
      .toBe(1);
    isBroken = false;
    await shown.button('Load more').click();
    await expect
      .poll(async () => {
        await toTheEnd();
        return shown.row('topic-399-').count();
      })
      .toBe(1);
    await shown.page.getByText('400 topics', { exact: true }).waitFor();
    expect(await shown.button('Load more').count()).toBe(0);
    await used.context.unroute(/\/v1\/admin\/topics\?/);
    expect(shown.problems).toEqual([]);
  });

  it('are saved as a file also where they are small', async () => {
    const shown = await used.open('/mini-apps/com.acme.orders/data');
    await shown.row('items').waitFor();
    const file = shown.page.waitForEvent('download');
    await shown.button('Save as CSV').click();
    const [head, line] = (await readFile(await (await file).path(), 'utf8')).split('\r\n');
    expect(head).toBe('\uFEFFCollection,Path,Read by,Documents,Size,Changed');
    expect(line).toMatch(/^items,\/orders\/items,everybody,2,\d+,2/);
    await shown.goTo('/access/tokens');
    await shown.page.getByText(/^Each of the \d+ actions/).click();
    const saved = shown.page.waitForEvent('download');
    await shown.page.locator('details').getByRole('button', { name: 'Save as CSV' }).click();
    const table = await readFile(await (await saved).path(), 'utf8');
    expect(table).toContain('Schedule a release,POST,');
  });

  it('are saved as a file also where they are part of a screen', async () => {
    const { client, server } = used;
    const token = `saved-${'t'.repeat(40)}`;
    const payload = { token, platform: 'ios' };
    const registered = await server.send('POST', '/devices/register', {
      payload,
      token: undefined,
    });
    const { deviceId } = registered.json<{ deviceId: string }>();
    const asSender = { token: undefined, headers: { authorization: `key=${SERVER_KEY}` } };
    await server.send('POST', `/iid/v1/${token}/rel/topics/news`, { ...asSender, payload: {} });
    await client.sendPush({ to: token, notification: { title: 'Sale' } }, SERVER_KEY);
    const [message] = (await client.getDevice(deviceId)).messages;
    const appId = 'com.acme.orders';
    const report = { version: '1.1.0', platform: 'web', hostVersion: '1.0.0' } as const;
    await client.reportVersion(appId, {
      ...report,
      installId: 'install-of-the-file',
      kind: 'crashed',
      message: 'No cell has it',
      stack: 'Error: No cell has it\n    at cells (App.js:7:7)',
    });
    const crashes = (await client.listCrashes({ appId })).items;
    const { place } = crashes.find((each) => each.message === 'No cell has it')!;

    const shown = await used.open('/');
    const savedOf = async (path: string, region: string) => {
      await shown.goTo(path);
      const saved = shown.page.waitForEvent('download');
      const part = shown.page.getByRole('region', { name: region, exact: true });
      await part.getByRole('button', { name: 'Save as CSV' }).click();
      const file = await saved;
      const text = await readFile(await file.path(), 'utf8');
      return [file.suggestedFilename(), ...text.trim().split('\r\n')];
    };
    expect(await savedOf(`/devices/${deviceId}`, 'Topics')).toEqual([
      `topics-of-device-${deviceId}.csv`,
      'Topic,Since',
      expect.stringMatching(/^news,20/),
    ]);
    expect(await savedOf(`/devices/${deviceId}`, 'Last messages to it alone')).toEqual([
      `messages-of-device-${deviceId}.csv`,
      'Message,State,Why,When',
      expect.stringMatching(new RegExp(`^${message!.id},${message!.state},.*,20`)),
    ]);
    expect(await savedOf(`/crashes/${appId}/${place}`, 'Versions')).toEqual([
      `crash-${place}.csv`,
      'Version,State,Times,Platforms,Hosts,Last',
      expect.stringMatching(/^1\.1\.0,\w+,1,web 1,1\.0\.0 1,20/),
    ]);
    const [name, head, ...rows] = await savedOf(`/mini-apps/${appId}`, 'Adoption');
    expect(name).toBe(`how-versions-of-${appId}-run.csv`);
    expect(head).toBe(
      'Version,"Installs, last day","Share, last day",Opened,Did not start,Crash-free,Against the one before',
    );
    expect(rows.map((row) => row.split(',')[0])).toContain('1.1.0');
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it('shows what was before and is after, also in the file', async () => {
    await used.client.releaseVersion('com.acme.promos', '2.3.0', { percentage: 40 });
    const shown = await used.open('/audit?target=com.acme.promos');
    await shown.row('percentage: 100 → 40').waitFor();
    const saved = shown.page.waitForEvent('download');
    await shown.button('Save as CSV').click();
    expect((await saved).suggestedFilename()).toBe('audit.csv');
    const file = await readFile(await (await saved).path(), 'utf8');
    expect(file).toContain('percentage: 100 → 40');
    // On a desk everything fits; on a phone what was done is seen first.
    const hidden = () =>
      shown.page.evaluate<number>(
        `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[aria-label="Entries"]'))`,
      );
    await shown.page.setViewportSize({ width: 1440, height: 900 });
    await shown.goTo('/audit');
    await shown.row('version.release').first().waitFor();
    await expect.poll(hidden).toBe(0);
    await shown.page.setViewportSize({ width: 390, height: 800 });
    const [first] = await shown.page.getByRole('columnheader').allTextContents();
    expect(first).toBe('Did');
    await shown.page.setViewportSize({ width: 1280, height: 900 });
    await shown.goTo('/audit?what=token.issue');
    await shown.page
      .getByText(/^new: \d+ fields/)
      .first()
      .click();
    await shown.page.getByText('["read"]').first().waitFor();
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });

  it.each([
    ['/mini-apps', 'Changed', 'sort=-updatedAt'],
    ['/devices', 'Last seen', 'sort=-lastSeenAt'],
    ['/crashes', 'Installs', 'sort=-installs'],
    ['/audit', 'When', 'sort=at'],
  ])('%s are sorted by %s', async (path, column, search) => {
    if (path === '/devices') {
      const payload = { token: `device-${'t'.repeat(40)}`, platform: 'android' };
      await used.server.send('POST', '/devices/register', { payload, token: undefined });
    }
    const shown = await used.open(path);
    await heading(shown, column).getByRole('button').click();
    await expect.poll(() => shown.path()).toBe(`${path}?${search}`);
    const isDown = search.startsWith('sort=-');
    await expect
      .poll(() => heading(shown, column).getAttribute('aria-sort'))
      .toBe(isDown ? 'descending' : 'ascending');
    expect(await shown.violations()).toEqual([]);
    expect(shown.problems).toEqual([]);
  });
});
