import { type Browser, type Page, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';

import { axeViolations } from './axeViolations.ts';
import { bundle } from './kit-gallery/bundle.ts';
import { compareScroll, openPlainPage } from './measureScroll.ts';

const CHROMIUM = inject('chromiumPath');
const PATIENT = { timeout: 30_000, interval: 50 };
const COUNT = 10_000;
const VIEWPORT = { width: 420, height: 800 };

describe.skipIf(CHROMIUM === undefined)('ten thousand notifications', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM! });
    const { text } = await bundle(`import './push/scrollPage.jsx';`);
    page = await browser.newPage({ viewport: VIEWPORT });
    await page.setContent(
      '<!doctype html><html lang="en"><title>Center</title><body style="margin:0"><div id="root" style="display:flex;height:100vh"></div>',
    );
    await page.addScriptTag({ content: text });
    await page.getByText('Order 9999', { exact: true }).waitFor();
  });
  afterAll(() => browser?.close());

  it('are a few rows in the page', async () => {
    expect(await page.getByRole('button', { name: /^Delete: / }).count()).toBeLessThan(200);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('are deleted by a swipe; a short one deletes nothing, and neither opens it', async () => {
    const row = page.getByText('Order 9998', { exact: true });
    await swipe(page, row, 60);
    await swipe(page, row, 200);
    await vi.waitFor(
      async () => expect(await page.evaluate('told')).toEqual(['deleted 9998']),
      PATIENT,
    );
    await row.waitFor({ state: 'detached' });
    await page.getByText('Order 9997', { exact: true }).waitFor();
  });

  it('are opened by a press and deleted by the button', async () => {
    await page.evaluate('void (told.length = 0)');
    await page.getByText('Order 9997', { exact: true }).click();
    await page.getByRole('button', { name: 'Delete: Order 9997' }).click();
    await page.getByText('Order 9997', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.evaluate('told')).toEqual(['pressed 9997', 'deleted 9997']);
  });

  it('scroll at 60 frames a second, or what the machine has, as the browser’s own trace says', async () => {
    const list = {
      page,
      offset: `document.querySelector('[aria-label="Notifications"]').scrollTop`,
    };
    const plain = await openPlainPage(await browser.newPage({ viewport: VIEWPORT }), COUNT);
    const attempts = await compareScroll(list, plain);
    expect(attempts.at(-1)!.isSmooth, JSON.stringify(attempts)).toBe(true);
    expect(attempts.at(-1)!.list.distance).toBeGreaterThan(2000);
  });

  it('are there wherever scrolling stops', async () => {
    const seen = () =>
      page.evaluate(
        `[...document.querySelectorAll('[aria-label^="Delete: "]')].filter((each) => {
          const { top, bottom } = each.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }).length`,
      );
    await vi.waitFor(async () => expect(await seen()).toBeGreaterThan(5), PATIENT);
  });
});

/** Drags a row sideways with the mouse, as a finger does. */
async function swipe(page: Page, row: ReturnType<Page['getByText']>, by: number): Promise<void> {
  const box = (await row.boundingBox())!;
  const [x, y] = [box.x + 10, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step++) await page.mouse.move(x + (by * step) / 10, y);
  await page.mouse.up();
}
