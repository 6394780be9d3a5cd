import type { FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { builtApp } from './host-runtime/builtApp.ts';
import {
  type HostSettings,
  type TestBed,
  addressOf,
  startTestBed,
} from './host-runtime/openHost.ts';

const CHROMIUM = inject('chromiumPath');
const APP = 'com.example.assets';
const SAFE_AREA = 'com.example.safearea';

/** As much of an image element as is looked at. */
interface ImageElement {
  complete: boolean;
  naturalWidth: number;
  naturalHeight: number;
  src: string;
}

/** A picture that is drawn: how large it is on the screen, how large its file is, and where that comes from. */
async function pictureOf(app: Locator | FrameLocator, label: string) {
  const view = app.getByLabel(label);
  const look = () =>
    view.locator('img').evaluate((element) => {
      const { complete, naturalWidth, naturalHeight, src } = element as unknown as ImageElement;
      return { isDrawn: complete && naturalWidth > 0, file: [naturalWidth, naturalHeight], src };
    });
  await expect.poll(async () => (await look()).isDrawn).toBe(true);
  const { width, height } = (await view.boundingBox())!;
  const { file, src } = await look();
  return { shown: [width, height], file, scheme: new URL(src).protocol };
}

describe.skipIf(CHROMIUM === undefined)('in a browser', () => {
  let bed: TestBed;
  beforeAll(async () => {
    bed = await startTestBed(CHROMIUM!);
  });
  afterAll(() => bed?.close());
  beforeEach(() => bed.reset());

  describe.each(['realm', 'frame'] as const)('in a %s', (isolation) => {
    async function open(settings: HostSettings = {}) {
      const built = await builtApp('assets', {}, { from: '../headless-host/fixtures' });
      bed.registry.release(built, { isolation });
      const page = await bed.open({ apps: [APP], ...settings });
      return { page, app: insideOf(page) };
    }

    function insideOf(page: Page, appId = APP) {
      const view = page.getByTestId(appId);
      return isolation === 'frame' ? view.frameLocator('iframe:not([hidden])') : view;
    }

    it('a mini-app shows the pictures that come with it, small ones from its code and large ones from verified files', async () => {
      const { app } = await open();
      await app.getByText('Hello from JSON').waitFor();
      expect(await pictureOf(app, 'icon')).toEqual({
        shown: [10, 10],
        file: [30, 30],
        scheme: 'data:',
      });
      expect(await pictureOf(app, 'photo')).toEqual({
        shown: [60, 60],
        file: [120, 120],
        scheme: 'blob:',
      });
      await app.getByText('More').click();
      expect(await pictureOf(app, 'late')).toEqual({
        shown: [64, 64],
        file: [64, 64],
        scheme: 'blob:',
      });
    });

    it('a mini-app has the insets of its host’s navigation: the package that they come from is shared', async () => {
      const built = await builtApp('safe-area', {}, { from: '../headless-host/fixtures' });
      bed.registry.release(built, { isolation });
      const page = await bed.open({ apps: [SAFE_AREA] });
      await expect(
        insideOf(page, SAFE_AREA).getByText('The top is 0 high').waitFor(),
      ).resolves.toBeUndefined();
    });

    it('a mini-app loads the font that comes with it', async () => {
      const { app } = await open();
      await expect(app.getByText('The font is loaded').waitFor()).resolves.toBeUndefined();
    });

    it('a picture that was tampered with is not shown, and Retry works', async () => {
      bed.registry.trouble('/assets/photo', { kind: 'tamper' });
      const { page, app } = await open();
      await page.getByText('Retry').waitFor();
      bed.registry.trouble('/assets/photo', undefined);
      await page.getByText('Retry').click();
      expect((await pictureOf(app, 'photo')).file).toEqual([120, 120]);
    });

    it('shows its pictures without a connection', async () => {
      const { page, app } = await open({ worker: 'yes' });
      await pictureOf(app, 'photo');
      await page.goto(addressOf(bed.registry.origin, { worker: 'yes' }));
      await page.evaluate('test.show([])');
      bed.registry.setDown(true);
      await page.evaluate(`test.show(['${APP}'])`);
      expect((await pictureOf(app, 'photo')).file).toEqual([120, 120]);
    });

    it('opens what was fetched ahead, pictures and all, without another request', async () => {
      const { page, app } = await open({ apps: [], worker: 'yes' });
      await page.evaluate(`test.host.prefetch(['${APP}'])`);
      await expect
        .poll(() => bed.registry.requests.some((one) => one.includes('expose_App')))
        .toBe(true);
      bed.registry.requests.length = 0;
      await page.evaluate(`test.show(['${APP}'])`);
      expect((await pictureOf(app, 'photo')).file).toEqual([120, 120]);
      expect(bed.registry.requests.filter((one) => /\/assets\/|\/files/.test(one))).toEqual([]);
    });
  });
});
