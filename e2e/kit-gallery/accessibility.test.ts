import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

import { axeViolations } from '../axeViolations.ts';
import { type Gallery, startGallery } from './openGallery.ts';
import { SECTIONS } from './sections.ts';

const CHROMIUM = inject('headlessPath');

describe.skipIf(CHROMIUM === undefined)('the components of the kit, as axe sees them', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await startGallery(CHROMIUM!);
  });
  afterEach(() => gallery.closePages());
  afterAll(() => gallery?.close());

  describe.each(['light', 'dark'] as const)('in the %s theme', (scheme) => {
    it.each(SECTIONS)('have nothing to object to: %s', async (section) => {
      const page = await gallery.open({ section, scheme });
      expect(await axeViolations(page)).toEqual([]);
    });

    it.each([
      ['a sheet', 'Open a sheet', 'Sort by'],
      ['a dialog', 'Open a dialog', 'Cancel this order?'],
    ])('have nothing to object to: %s that is open', async (_, button, title) => {
      const page = await gallery.open({ section: 'overlays', scheme });
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog', { name: title }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
    });

    it.each(['Empty', 'Loading', 'Failed'])(
      'have nothing to object to: a list that is %s',
      async (state) => {
        const page = await gallery.open({ section: 'list', scheme });
        await page.getByRole('button', { name: state }).click();
        await page.getByText('Order 1', { exact: true }).waitFor({ state: 'detached' });
        expect(await axeViolations(page)).toEqual([]);
      },
    );

    it('have nothing to object to: a toast with something to do', async () => {
      const page = await gallery.open({ section: 'toasts', scheme });
      await page.getByRole('button', { name: 'Say what can be taken back' }).click();
      await page.getByRole('button', { name: 'Undo' }).focus();
      expect(await axeViolations(page)).toEqual([]);
    });
  });

  it('an error is announced with its message, and belongs to its input', async () => {
    const page = await gallery.open({ section: 'forms' });
    const input = page.getByRole('textbox', { name: 'Card number' });
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    const message = page.locator(`[id="${await input.getAttribute('aria-describedby')}"]`);
    expect(await message.textContent()).toBe('A card number has 16 digits.');
    expect(await message.getAttribute('aria-live')).toBe('polite');
  });

  it('say that they are off, at work, or on', async () => {
    const page = await gallery.open();
    expect(await page.getByRole('button', { name: 'Sold out' }).isDisabled()).toBe(true);
    const paying = page.getByRole('button', { name: 'Paying' });
    expect(await paying.getAttribute('aria-busy')).toBe('true');
    expect(await page.getByRole('switch', { name: 'Order updates' }).isChecked()).toBe(true);
    expect(await page.getByRole('switch', { name: 'Offers' }).isChecked()).toBe(false);
    const chosen = page.getByRole('button', { name: 'Newest first', pressed: true });
    expect(await chosen.count()).toBe(1);
  });

  it('can be hit with a thumb: everything that can be pressed is 44 points high', async () => {
    const page = await gallery.open({ viewport: { width: 412, height: 6000 } });
    const missed = await page.evaluate<string[]>(`
      [...document.querySelectorAll('[role=button]:not([aria-disabled=true]), [role=switch]')]
        .filter((node) => {
          const { top, left, width, height } = node.getBoundingClientRect();
          const middle = top + height / 2;
          return [middle - 21, middle + 21].some(
            (y) => !node.contains(document.elementFromPoint(left + width / 2, y)),
          );
        })
        .map((node) => node.textContent)
    `);
    // The rows of a list go on below what it shows.
    expect(missed.filter((name) => !name.startsWith('Order '))).toEqual([]);
  });
});
