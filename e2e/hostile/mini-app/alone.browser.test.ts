import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { builtApp } from '../../host-runtime/builtApp.ts';
import { type TestBed, addressOf, startTestBed } from '../../host-runtime/openHost.ts';
import { untilFramesAreHeard } from '../../host-runtime/untilFramesAreHeard.ts';
import { documentedAlone } from './documented.ts';
import { FLOODS } from './floods.ts';
import { type Listeners, startListeners } from './startListeners.ts';
import { addButton, tap } from './tapButton.ts';

const CHROMIUM = inject('chromiumPath');
const HOSTILE = 'com.example.hostile';
const HELLO = 'com.example.hello';
const REMOVED = 'it took up more of the app than it may';
const FORGERIES = ['forge messages of a port'];
const LEAVINGS = ['leave for another page', 'leave by a refresh'];
/** Ten that it can have, the one that leaves, and one that may come while the host still goes forward again. */
const MAX_BACKS = 12;
/**
 * Generous: the processors of a machine that runs tests are shared, and it is minutes without any defence. `pnpm bench
 * flooded-host` measures it.
 */
const SOON_MS = 10_000;

const display = (view: { style: { display: string } }, value: string) => {
  view.style.display = value;
};

describe.skipIf(CHROMIUM === undefined)(
  'a hostile mini-app that is removed for what it does',
  () => {
    let bed: TestBed;
    let outside: Listeners;
    beforeAll(async () => {
      bed = await startTestBed(CHROMIUM!);
    });
    afterAll(() => bed?.close());
    beforeEach(async () => {
      outside = await startListeners([...FORGERIES, ...FLOODS, ...LEAVINGS]);
      bed.registry.release(await builtApp('hostile', { permissions: ['storage'] }), {
        isolation: 'frame',
      });
      bed.registry.release(await builtApp('hello'), { isolation: 'frame' });
    });
    afterEach(async () => {
      outside.close();
      await bed.reset();
    });
    const open = (attempt: string) =>
      bed.open({ apps: [HOSTILE], params: { attempt, listeners: outside.addresses } });

    it('is tried with all that docs/security.md says is tried in a frame alone', () => {
      const tried = [
        ...FORGERIES,
        ...FLOODS,
        ...LEAVINGS,
        'forge messages of the relay',
        'take every Back',
        'take the keys that somebody presses elsewhere',
      ];
      expect(documentedAlone().toSorted()).toEqual(tried.toSorted());
    });

    it.each(FLOODS)(
      'cannot %s: a tap is answered all the while, and it is removed',
      async (attempt) => {
        const page = await open(attempt);
        await addButton(page);
        const view = page.getByTestId(HOSTILE);
        const removed = view.getByRole('button', { name: 'Retry' }).waitFor({ timeout: 50_000 });
        const delays: number[] = [];
        const tapped = async () => delays.push(await tap(page));
        const isOver = removed.then(() => true);
        while (!(await Promise.race([isOver, tapped().then(() => false)])));
        delays.push(await tap(page));
        expect(Math.max(...delays)).toBeLessThan(SOON_MS);
        expect(await view.locator('iframe').count()).toBe(0);
        await expect
          .poll(() => bed.registry.reports.at(-1))
          .toMatchObject({ kind: expect.stringMatching(/^crashed/) });
        // Others are not worse off for it.
        await page.evaluate(`test.show(['${HELLO}'])`);
        await page.frameLocator('iframe:not([hidden])').getByText('visits: 1').waitFor();
      },
    );

    it.each(FORGERIES)('cannot %s', async (attempt) => {
      const page = await open(attempt);
      await page.getByTestId(HOSTILE).getByText(REMOVED).waitFor();
      const info = await page.evaluate(`test.host.storageInfo('${HOSTILE}')`);
      expect(info).toMatchObject({ usedBytes: 0 });
    });

    it('cannot forge messages of the relay', async () => {
      const page = await open('forge messages of the relay');
      const inside = page.frameLocator('iframe:not([hidden])');
      await inside.getByText('{').waitFor();
      const info = await page.evaluate(`test.host.storageInfo('${HOSTILE}')`);
      expect(info).toMatchObject({ usedBytes: 0 });
    });

    it('cannot take the keys that somebody presses elsewhere', async () => {
      const page = await open('take the keys that somebody presses elsewhere');
      const view = page.getByTestId(HOSTILE);
      await view.frameLocator('iframe:not([hidden])').getByText('{').waitFor();
      // As a host does with a screen that is below another one, where somebody signs in.
      await view.evaluate(display, 'none');
      await page.evaluate(`(() => {
        const field = document.createElement('input');
        field.type = 'password';
        field.id = 'password';
        document.body.append(field);
      })()`);
      const field = page.locator('#password');
      await field.click();
      await view.locator('iframe:not([hidden])').waitFor({ state: 'detached' });
      await page.keyboard.type('secret', { delay: 30 });
      expect(await field.inputValue()).toBe('secret');
      await view.evaluate(display, '');
      await view.getByText(REMOVED).waitFor();
    });

    it('cannot take every Back', async () => {
      const settings = { apps: [HOSTILE], params: { attempt: 'take every Back' } };
      const page = await (await bed.browser.newContext()).newPage();
      await page.goto(addressOf(bed.registry.origin, settings).replace('/app', '/'));
      await page.getByText('host shell').waitFor();
      await page.evaluate('openScreen()');
      const inside = page.frameLocator('iframe:not([hidden])');
      await inside.getByText('{').waitFor();
      await untilFramesAreHeard(page);
      const shell = page.getByText('host shell');
      let backs = 0;
      for (; !(await shell.isVisible()); backs++) {
        await page.evaluate(`new Promise((done) => {
          history.back();
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
        })`);
      }
      // What a test does in a page counts as a touch for the browser, so that it is given all that a touch gives.
      expect(backs).toBeLessThanOrEqual(MAX_BACKS);
      await page.getByTestId(HOSTILE).waitFor({ state: 'detached' });
    });

    it.each(LEAVINGS)('cannot %s with what it knows', async (attempt) => {
      const page = await open(attempt);
      await page.getByTestId(HOSTILE).getByRole('button', { name: 'Retry' }).waitFor();
      expect([...outside.heard]).toEqual([]);
    });
  },
);
