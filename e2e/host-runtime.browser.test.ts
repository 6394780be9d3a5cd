import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { builtApp } from './host-runtime/builtApp.ts';
import { type TestBed, addressOf, startTestBed } from './host-runtime/openHost.ts';
import { problem } from './host-runtime/startRegistry.ts';
import { untilFramesAreHeard } from './host-runtime/untilFramesAreHeard.ts';

const CHROMIUM = inject('chromiumPath');
const HELLO = 'com.example.hello';
const SECOND = 'com.example.second';

let bed: TestBed;

/** Where a mini-app's own content is. */
function insideOf(page: Page, appId: string, isolation: 'realm' | 'frame') {
  const view = page.getByTestId(appId);
  return isolation === 'frame' ? view.frameLocator('iframe:not([hidden])') : view;
}

describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
  beforeAll(async () => {
    bed = await startTestBed(CHROMIUM!);
  });
  afterAll(() => bed?.close());
  beforeEach(() => bed.reset());

  describe.each(['realm', 'frame'] as const)('in a %s', (isolation) => {
    async function openHello(settings: Parameters<TestBed['open']>[0] = {}) {
      bed.registry.release(await builtApp('hello'), { isolation });
      const page = await bed.open({ apps: [HELLO], ...settings });
      return { page, app: insideOf(page, HELLO, isolation) };
    }

    it('a built mini-app stores, records, calls its back end, signs in and loads a chunk', async () => {
      const { page, app } = await openHello({ params: { orderId: '7' } });
      await app.getByText('visits: 1').waitFor();
      await app.getByText('params: {"orderId":"7"}').waitFor();
      await app.getByText('phase: shown').waitFor();
      await app.getByText('Load', { exact: true }).click();
      await app.getByText('items: /hello/items').waitFor();
      await app.getByText('Hello stranger').waitFor();
      await app.getByText('Sign in').click();
      await app.getByText('Hello Ada').waitFor();
      await app.getByText('More').click();
      await app.getByText('details of 1.0.0').waitFor();
      expect(await page.evaluate('test.events')).toEqual([`${HELLO} screen home`]);
      expect(await page.evaluate('test.asked')).toEqual([`${HELLO} user`]);
    });

    it('its texts do not inherit how those of the page look', async () => {
      const { page, app } = await openHello();
      const text = app.getByText('visits: 1');
      await text.waitFor();
      const look = () =>
        text.evaluate((element: unknown) => {
          const window = globalThis as unknown as {
            getComputedStyle(of: unknown): string[] & { getPropertyValue(name: string): string };
          };
          const style = window.getComputedStyle(element);
          return [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`);
        });
      const before = await look();
      await page.addStyleTag({
        content: `body {
          color: red; font: italic small-caps 700 40px/80px serif; letter-spacing: 7px; word-spacing: 7px;
          text-transform: uppercase; text-indent: 7px; text-shadow: 1px 1px red; text-align: center;
          text-align-last: center; hyphens: auto; word-break: break-all; line-break: anywhere; white-space: pre;
        }`,
      });
      await expect.poll(look).toEqual(before);
      expect(await page.evaluate('getComputedStyle(document.body).letterSpacing')).toBe('7px');
    });

    it('takes no more than three requests of the mini-app to open it', async () => {
      const { app } = await openHello();
      await app.getByText('visits: 1').waitFor();
      const requests = bed.registry.requests.filter(
        (one) => one.includes('mini-programs') || one.includes('/cdn/'),
      );
      const needed = requests.filter((one) => one.startsWith('GET') && !one.includes('details'));
      expect(needed).toHaveLength(isolation === 'realm' ? 3 : 4);
    });

    it('leaves the title of the host alone, and Back goes through its screens before it leaves', async () => {
      bed.registry.release(await builtApp('hello'), { isolation });
      const page = await bed.open({ apps: [HELLO] });
      await page.goto(addressOf(bed.registry.origin, { apps: [HELLO] }).replace('/app', '/'));
      await page.getByText('host shell').waitFor();
      await page.evaluate('openScreen()');
      const app = insideOf(page, HELLO, isolation);
      await app.getByText('More').click();
      await app.getByText('details of 1.0.0').waitFor();
      expect(await page.title()).toBe('the host');
      await untilFramesAreHeard(page);
      await page.evaluate('history.back()');
      await app.getByText(/visits: \d/).waitFor();
      await page.evaluate('history.back()');
      await page.getByTestId(HELLO).waitFor({ state: 'detached' });
      expect(await page.getByText('host shell').isVisible()).toBe(true);
    });

    it('A remote or the CDN that is down gives a fallback view with Retry; the host and other mini-apps stay alive', async () => {
      bed.registry.release(await builtApp('hello', { appId: SECOND }), { isolation });
      bed.registry.trouble(`/cdn/mini-apps/${HELLO}/`, { kind: 'status', status: 503 });
      const { page, app } = await openHello({ apps: [HELLO, SECOND] });
      await page.getByTestId(HELLO).getByText('Retry').waitFor();
      await insideOf(page, SECOND, isolation).getByText(`${SECOND} 1.0.0`).waitFor();
      bed.registry.trouble(`/cdn/mini-apps/${HELLO}/`, undefined);
      await page.getByTestId(HELLO).getByText('Retry').click();
      await expect(app.getByText(`${HELLO} 1.0.0`).waitFor()).resolves.toBeUndefined();
    });

    it('One bad remote never blocks another’s shared dependencies', async () => {
      bed.registry.release(await builtApp('hello', { appId: SECOND }), { isolation });
      bed.registry.trouble(`/${HELLO}/`, { kind: 'hang' });
      const { page } = await openHello({ apps: [HELLO, SECOND] });
      await insideOf(page, SECOND, isolation).getByText('visits: 1').waitFor();
      expect(await page.getByTestId(HELLO).getByRole('progressbar').first().isVisible()).toBe(true);
    });

    it.each([
      ['is not there', { kind: 'status', status: 404 }],
      ['is a web page', { kind: 'html' }],
      ['was tampered with', { kind: 'tamper' }],
      ['never comes', { kind: 'hang' }],
    ] as const)(
      'a container that %s is an error that can be caught, and Retry works',
      async (_, trouble) => {
        bed.registry.trouble('.container.js', trouble);
        const { page, app } = await openHello({ limits: { scriptMs: 1000, downloadMs: 1000 } });
        await page.getByText('Retry').waitFor();
        expect(await page.evaluate('globalThis.wasTampered')).toBeUndefined();
        bed.registry.trouble('.container.js', undefined);
        await page.getByText('Retry').click();
        await app.getByText('visits: 1').waitFor();
      },
    );

    it.each([
      ['was tampered with', { kind: 'tamper' }],
      ['never comes', { kind: 'hang' }],
    ] as const)('a chunk that %s is not run, and Retry works', async (_, trouble) => {
      bed.registry.trouble('__federation_expose_App', trouble);
      const { page, app } = await openHello({ limits: { startMs: 3000, downloadMs: 1000 } });
      await page.getByText('Retry').waitFor();
      expect(await page.evaluate('globalThis.wasTampered')).toBeUndefined();
      bed.registry.trouble('__federation_expose_App', undefined);
      await page.getByText('Retry').click();
      await app.getByText('visits: 1').waitFor();
    });

    it('A manifest that cannot be fetched is an error that can be caught', async () => {
      for (const trouble of [{ kind: 'html' }, { kind: 'status', status: 404 }] as const) {
        bed.registry.trouble('/resolve', trouble);
        const { page } = await openHello();
        await page.getByText('Retry').waitFor();
        bed.registry.trouble('/resolve', undefined);
        await page.getByText('Retry').click();
        await expect(
          insideOf(page, HELLO, isolation).getByText('visits: 1').waitFor(),
        ).resolves.toBeUndefined();
      }
    });

    it('The same chunk name in two mini-apps never collides in the cache of a browser', async () => {
      bed.registry.release(await builtApp('hello', { appId: SECOND, version: '3.0.0' }), {
        isolation,
      });
      const { page, app } = await openHello({ apps: [HELLO, SECOND] });
      const second = insideOf(page, SECOND, isolation);
      await app.getByText('More').click();
      await second.getByText('More').click();
      await app.getByText('details of 1.0.0').waitFor();
      await expect(second.getByText('details of 3.0.0').waitFor()).resolves.toBeUndefined();
    });

    it('two mini-apps at once are never taken for each other', async () => {
      bed.registry.release(await builtApp('hello', { appId: SECOND }), { isolation });
      const { page, app } = await openHello({ apps: [HELLO, SECOND], user: 'Ada' });
      const second = insideOf(page, SECOND, isolation);
      await app.getByText('visits: 1').waitFor();
      await second.getByText('visits: 1').waitFor();
      expect((await page.evaluate<string[]>('test.events')).toSorted()).toEqual([
        `${HELLO} screen home`,
        `${SECOND} screen home`,
      ]);
      await second.getByText('Load', { exact: true }).click();
      await second.getByText('items: /hello/items is not below /second/').waitFor();
    });

    it('A new version takes effect when the mini-app is opened again, without a restart of the page', async () => {
      const { page, app } = await openHello();
      await app.getByText(`${HELLO} 1.0.0`).waitFor();
      await page.evaluate('test.show([])');
      bed.registry.release(await builtApp('hello', { version: '1.1.0' }), { isolation });
      await page.evaluate(`test.show(['${HELLO}'])`);
      await app.getByText(`${HELLO} 1.1.0`).waitFor();
      await app.getByText('More').click();
      await expect(app.getByText('details of 1.1.0').waitFor()).resolves.toBeUndefined();
    });

    it('is opened again without a request for its code', async () => {
      const { page, app } = await openHello();
      await app.getByText('visits: 1').waitFor();
      await page.evaluate('test.show([])');
      await page.getByTestId(HELLO).waitFor({ state: 'detached' });
      bed.registry.requests.length = 0;
      await page.evaluate(`test.show(['${HELLO}'])`);
      await app.getByText('visits: 2').waitFor();
      expect(bed.registry.requests.filter((one) => one.includes('/cdn/'))).toEqual([]);
    });

    it('a mini-app that throws when it is loaded or drawn is a failure view, and the host lives', async () => {
      bed.registry.release(await builtApp('throws-at-load'), { isolation });
      bed.registry.release(await builtApp('throws-at-render'), { isolation });
      const apps = ['com.example.throwsatload', 'com.example.throwsatrender'];
      const { page, app } = await openHello({ apps: [...apps, HELLO] });
      for (const appId of apps) await page.getByTestId(appId).getByText('Retry').waitFor();
      await app.getByText('visits: 1').waitFor();
      const kinds = bed.registry.reports.map(
        ({ kind, message }) => `${String(kind)}: ${String(message)}`,
      );
      expect(kinds).toContain('crashed-on-start: thrown while the module was evaluated');
      expect(kinds).toContain('crashed-on-start: thrown while it was drawn');
    });

    it('A mini-app that crashes on start is rolled back to the last good version', async () => {
      const { page, app } = await openHello();
      await app.getByText('visits: 1').waitFor();
      await page.evaluate('test.show([])');
      for (const [fixture, version] of [
        ['throws-at-render', '2.0.0'],
        ['throws-at-load', '2.1.0'],
      ] as const) {
        bed.registry.release(await builtApp(fixture, { appId: HELLO, version }), { isolation });
        await page.goto(addressOf(bed.registry.origin, { apps: [HELLO] }));
        await app.getByText(`${HELLO} 1.0.0`).waitFor();
      }
      expect(bed.registry.reports).toContainEqual(
        expect.objectContaining({ kind: 'crashed-on-start', version: '2.1.0' }),
      );
    });

    it('A mini-app that hangs before its first render is rolled back to the last good version', async () => {
      const { page, app } = await openHello();
      await app.getByText('visits: 1').waitFor();
      const hanging = await builtApp('never-renders', { appId: HELLO, version: '2.0.0' });
      bed.registry.release(hanging, { isolation });
      const limits = { startMs: 4000 };
      await page.goto(addressOf(bed.registry.origin, { apps: [HELLO], limits }));
      await app.getByText(`${HELLO} 1.0.0`).waitFor();
      expect(bed.registry.reports).toContainEqual(
        expect.objectContaining({ kind: 'hung', version: '2.0.0' }),
      );
    });

    it('opens from what is kept when there is no connection', async () => {
      const { page, app } = await openHello({ worker: 'yes' });
      await app.getByText('visits: 1').waitFor();
      await page.goto(addressOf(bed.registry.origin, { worker: 'yes' }));
      await page.evaluate('test.show([])');
      bed.registry.setDown(true);
      await page.evaluate(`test.show(['${HELLO}'])`);
      await expect(app.getByText('visits: 2').waitFor()).resolves.toBeUndefined();
    });

    it('opens another mini-app by asking the host', async () => {
      const { page, app } = await openHello();
      await app.getByText('Other').click();
      await expect
        .poll(() => page.evaluate('test.links'))
        .toEqual([{ appId: 'com.example.other', params: { from: 'hello' }, from: HELLO }]);
    });

    it('the views for a host that is too old and for a suspended mini-app say so', async () => {
      bed.registry.trouble(`${HELLO}/resolve`, {
        kind: 'json',
        status: 409,
        body: problem('host-too-old', 409, { requiredHostVersion: '2.5.0' }),
      });
      bed.registry.trouble(`${SECOND}/resolve`, {
        kind: 'json',
        status: 403,
        body: problem('mini-program-suspended', 403),
      });
      const { page } = await openHello({ apps: [HELLO, SECOND] });
      await page.getByText('Version 2.5.0 is needed').waitFor();
      await expect(page.getByText('stopped by its operator').waitFor()).resolves.toBeUndefined();
    });
  });

  it('a module that threw while it was evaluated is made anew by Retry, not handed out half made', async () => {
    bed.registry.release(await builtApp('throws-at-load'), { isolation: 'realm' });
    const page = await bed.open({ apps: ['com.example.throwsatload'] });
    await page.getByText('Retry').click();
    await page.getByText('Retry').waitFor();
    await page.evaluate('globalThis.mayWork = true');
    await page.getByText('Retry').click();
    await expect(page.getByText('works now').waitFor()).resolves.toBeUndefined();
  });

  it('A shared singleton exists once, whatever the load order; subpath imports load no second copy', async () => {
    const first = await builtApp('singletons');
    const second = await builtApp('singletons', { appId: SECOND });
    for (const app of [first, second]) bed.registry.release(app, { isolation: 'realm' });
    const ids = [first.manifest.appId, SECOND];
    for (const apps of [ids, ids.toReversed()]) {
      const page = await bed.open({ apps });
      await expect.poll(() => page.getByText('singletons').count()).toBe(2);
      const same = await page.evaluate(`
        ['${ids.join("','")}'].map((id) => seen[id]).every(({ React, jsxRuntime }) =>
          React.createElement === test.modules.React.createElement && jsxRuntime.jsx === test.modules.jsxRuntime.jsx)`);
      expect(same).toBe(true);
      expect(await page.evaluate(`seen['${ids[0]}'].sdk === seen['${ids[1]}'].sdk`)).toBe(false);
      expect(await page.evaluate(`Object.isFrozen(seen['${ids[0]}'].sdk)`)).toBe(true);
    }
  });

  it('No eager-consumption failure, embedded or with STANDALONE=true', async () => {
    const app = await builtApp('hello', {}, { isStandalone: true });
    bed.registry.release(app, { isolation: 'realm' });
    const page = await bed.open({});
    const failures: string[] = [];
    page.on('pageerror', ({ message }) => failures.push(message));
    await page.goto(`${bed.registry.origin}/cdn/mini-apps/${HELLO}/1.0.0/web/standalone.html`);
    await page.getByText(`${HELLO} 1.0.0`).waitFor();
    const embedded = await bed.open({ apps: [HELLO] });
    embedded.on('pageerror', ({ message }) => failures.push(message));
    await embedded.getByText(`${HELLO} 1.0.0`).waitFor();
    expect(failures).toEqual([]);
  });

  it.each(['realm', 'frame'] as const)(
    'Debug and release behave alike in a %s',
    async (isolation) => {
      const texts: string[] = [];
      for (const mode of ['development', 'production'] as const) {
        bed.registry.release(await builtApp('hello', {}, { mode }), { isolation });
        const page = await bed.open({ apps: [HELLO] });
        const app = insideOf(page, HELLO, isolation);
        await app.getByText('visits: 1').waitFor();
        await app.getByText('phase: shown').waitFor();
        await app.getByText('More').click();
        await app.getByText('details of 1.0.0').waitFor();
        texts.push((await app.locator('body, :scope').first().innerText()).trim());
        bed.registry.reset();
      }
      expect(texts[0]).toBe(texts[1]);
    },
  );

  it('a frame is handed nothing while its page has an origin, which is not held against the mini-app', async () => {
    bed.registry.release(await builtApp('hello'), { isolation: 'frame' });
    bed.registry.trouble('/frame.html', { kind: 'html' });
    const page = await bed.open({ apps: [HELLO] });
    await page.getByText('Retry').waitFor();
    expect(bed.registry.reports).toMatchObject([{ kind: 'load-failed' }]);
    bed.registry.trouble('/frame.html', undefined);
    await page.getByText('Retry').click();
    const frame = page.locator('iframe:not([hidden])[sandbox="allow-scripts allow-forms"]');
    await frame.contentFrame().getByText('visits: 1').waitFor();
  });

  it('a frame that goes to another page of the host is without an origin there, too', async () => {
    bed.registry.release(await builtApp('hello'), { isolation: 'frame' });
    // A page that is there and never done: once it is, the host takes the frame away.
    bed.registry.trouble('/index.bundle', { kind: 'hang' });
    const page = await bed.open({ apps: [HELLO] });
    await page.frameLocator('iframe:not([hidden])').getByText('visits: 1').waitFor();
    const frame = page.frames()[1]!;
    const hasLeft = page.waitForEvent('framenavigated', (one) => one === frame);
    await frame.evaluate(`location.href = '${bed.registry.origin}/cdn/standalone.html'`);
    await hasLeft;
    expect(await frame.evaluate('self.origin')).toBe('null');
  });

  it('a mini-app that never ends its first turn stops in its frame, and the host lives', async () => {
    bed.registry.release(await builtApp('loops-at-load'), { isolation: 'frame' });
    bed.registry.release(await builtApp('hello'), { isolation: 'frame' });
    const page = await bed.open({ apps: ['com.example.loops', HELLO], limits: { startMs: 6000 } });
    await page.getByTestId('com.example.loops').getByText('Retry').waitFor();
    expect(bed.registry.reports).toContainEqual(
      expect.objectContaining({ kind: 'hung', version: '1.0.0' }),
    );
    expect(framesOf(page)).not.toContain('com.example.loops');
  });
});

function framesOf(page: Page): string[] {
  return page.frames().map((frame: Frame) => frame.name());
}
