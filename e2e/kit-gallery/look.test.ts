import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

import { difference } from './compareImages.ts';
import { type Gallery, type GalleryView, startGallery } from './openGallery.ts';
import { SECTIONS } from './sections.ts';

const CHROMIUM = inject('headlessPath');

/** Much longer than it ever takes. */
const SOON = { timeout: 40_000 };

/** Other fonts wrap a line here and there; more than this is another look. */
const MAX_DIFFERENT = 0.08;

const reference = (name: string) =>
  fileURLToPath(new URL(`references/${name}.png`, import.meta.url));

describe.skipIf(CHROMIUM === undefined)('the gallery of the kit', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await startGallery(CHROMIUM!);
  });
  afterEach(() => gallery.closePages());
  afterAll(() => gallery?.close());

  async function differenceTo(name: string, page: Page): Promise<number> {
    const screenshot = await page.screenshot({ animations: 'disabled' });
    // After a change that is meant: UPDATE_REFERENCES=1 npx vitest run e2e/kit-gallery, then look at them.
    if (process.env['UPDATE_REFERENCES']) {
      await mkdir(dirname(reference(name)), { recursive: true });
      await writeFile(reference(name), screenshot);
    }
    return difference(page, screenshot, await readFile(reference(name)));
  }

  const VIEWS: [name: string, view: GalleryView, press?: string][] = [
    ...SECTIONS.flatMap((section) =>
      (['light', 'dark'] as const).map((scheme): [string, GalleryView] => [
        `${section}-${scheme}`,
        { section, scheme },
      ]),
    ),
    ['sheet-light', { section: 'overlays' }, 'Open a sheet'],
    ['dialog-dark', { section: 'overlays', scheme: 'dark' }, 'Open a dialog'],
    ['toast-light', { section: 'toasts' }, 'Say what can be taken back'],
    ['rows-rtl', { section: 'rows', direction: 'rtl' }],
  ];

  it.each(VIEWS)('looks like its reference: %s', async (name, view, press) => {
    const page = await gallery.open(view);
    if (press !== undefined) await page.getByRole('button', { name: press }).click();
    // It stays for as long as the pointer is on it.
    if (view.section === 'toasts' && press !== undefined) {
      await page.getByText('Order deleted').hover();
    }
    await expect.poll(() => differenceTo(name, page), SOON).toBeLessThan(MAX_DIFFERENT);
  });

  it('no longer looks like its reference when a button is gone', async () => {
    const page = await gallery.open({ section: 'buttons' });
    await page.evaluate(`document.querySelector('[aria-label="Delete the account"]').remove()`);
    const screenshot = await page.screenshot({ animations: 'disabled' });
    const kept = await readFile(reference('buttons-light'));
    expect(await difference(page, screenshot, kept)).toBeGreaterThan(MAX_DIFFERENT);
  });

  it('shows every section that it has', async () => {
    const page = await gallery.open();
    const all = await page.evaluate<string[]>('gallerySections');
    expect(SECTIONS).toEqual(all);
  });

  it('takes the colours of the host at once, and gives them back', async () => {
    const page = await gallery.open({ section: 'buttons' });
    const color = () =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('[aria-label="Order now"]')).backgroundColor`,
      );
    const before = await color();
    await page.evaluate(`setHostTheme({ light: { primary: '#00695c' } })`);
    await expect.poll(color, SOON).toBe('rgb(0, 105, 92)');
    await page.evaluate(`setHostTheme(undefined)`);
    await expect.poll(color, SOON).toBe(before);
  });

  it('is mirrored where writing goes from right to left', async () => {
    const left = async (page: Page, name: string) =>
      (await page.getByRole('button', { name }).boundingBox())!.x;
    for (const [direction, isBackFirst] of [
      ['ltr', true],
      ['rtl', false],
    ] as const) {
      const page = await gallery.open({ section: 'headers', direction });
      expect((await left(page, 'Back')) < (await left(page, 'Share the order'))).toBe(isBackFirst);
      const mirrored = await page.evaluate<string>(
        `getComputedStyle(document.querySelector('[aria-label="Back"]').firstChild).transform`,
      );
      expect(mirrored === 'none').toBe(isBackFirst);
    }
  });

  it('grows with the text size of the browser, and nothing is cut off', async () => {
    const page = await gallery.open({ textPercent: 200 });
    const size = `getComputedStyle(document.querySelector('[aria-label="Order now"]').lastChild).fontSize`;
    expect(await page.evaluate(size)).toBe('30px');
    const cutOff = await page.evaluate<string[]>(`
      [...document.querySelectorAll('[role=button], [role=switch], [role=heading], h1, h2')]
        .filter((node) => node.scrollWidth > node.clientWidth + 1)
        .map((node) => node.textContent)
    `);
    expect(cutOff).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });

  it('moves only for those who want it to', async () => {
    const opacity = `getComputedStyle(document.querySelector('main div[aria-hidden][style*="opacity"]')).opacity`;
    const moving = await gallery.open({ section: 'loading', motion: 'no-preference' });
    await expect.poll(() => moving.evaluate(opacity), SOON).not.toBe('1');

    const still = await gallery.open({ section: 'loading', motion: 'reduce' });
    const seen = await still.evaluate<string[]>(`(async () => {
      const seen = new Set();
      for (let frame = 0; frame < 60; frame += 1) {
        seen.add(${opacity});
        await new Promise(requestAnimationFrame);
      }
      return [...seen];
    })()`);
    expect(seen).toEqual(['1']);
  });
});
