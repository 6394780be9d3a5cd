import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

import { type Gallery, startGallery } from './openGallery.ts';

const CHROMIUM = inject('headlessPath');

/** Much longer than it ever takes. */
const SOON = { timeout: 40_000 };

/** The accessible name, or else the text, of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`,
  );
}

async function tab(page: Page, times: number, key = 'Tab'): Promise<string[]> {
  const names: string[] = [];
  for (let count = 0; count < times; count += 1) {
    await page.keyboard.press(key);
    names.push(await focused(page));
  }
  return names;
}

describe.skipIf(CHROMIUM === undefined)('with the keyboard', () => {
  let gallery: Gallery;
  beforeAll(async () => {
    gallery = await startGallery(CHROMIUM!);
  });
  afterEach(() => gallery.closePages());
  afterAll(() => gallery?.close());

  it('Tab goes through the buttons in order and leaves out those that are off', async () => {
    const page = await gallery.open({ section: 'buttons' });
    await page.getByRole('button', { name: 'Order now' }).focus();
    expect(await tab(page, 4)).toEqual([
      'Add to the basket',
      'Delete the account',
      'Filter',
      'Apply',
    ]);
    expect(await tab(page, 2, 'Shift+Tab')).toEqual(['Filter', 'Delete the account']);
  });

  it('what the keyboard has reached has a ring, and what was clicked has none', async () => {
    const page = await gallery.open({ section: 'buttons' });
    const apply = page.getByRole('button', { name: 'Apply' });
    const ring = () =>
      page.evaluate<string>(`getComputedStyle(document.activeElement).outlineWidth`);
    await apply.click();
    expect(await ring()).toBe('0px');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Apply');
    await expect.poll(ring, SOON).toBe('2px');
  });

  it('Enter and Space press buttons and turn switches', async () => {
    const page = await gallery.open({ section: 'forms' });
    const offers = page.getByRole('switch', { name: 'Offers' });
    await offers.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => offers.isChecked(), SOON).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => offers.isChecked(), SOON).toBe(false);

    const password = page.getByRole('textbox', { name: 'Password' });
    await password.focus();
    expect(await tab(page, 1)).toEqual(['Show what you entered']);
    await page.keyboard.press('Enter');
    await expect.poll(() => password.getAttribute('type'), SOON).not.toBe('password');
  });

  it.each([
    ['sheet', 'Open a sheet', 'Sort by', 6],
    ['dialog', 'Open a dialog', 'Cancel this order?', 5],
  ])(
    'the focus goes into a %s, stays there, and Escape gives it back',
    async (_, button, title, stops) => {
      const page = await gallery.open({ section: 'overlays' });
      const opener = page.getByRole('button', { name: button });
      await opener.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      await expect.poll(() => focused(page), SOON).toBe('Close');

      const names = new Set(await tab(page, stops * 2));
      expect(names).toContain('Close');
      expect(names).not.toContain(button);
      const isInside = `document.activeElement.closest('[role=dialog]') !== null`;
      expect(await page.evaluate(isInside)).toBe(true);

      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => focused(page), SOON).toBe(button);
    },
  );

  it('a press beside a sheet closes it, a press into it does not', async () => {
    const page = await gallery.open({ section: 'overlays' });
    await page.getByRole('button', { name: 'Open a sheet' }).click();
    const sheet = page.getByRole('dialog', { name: 'Sort by' });
    await sheet.getByText('Sort by').click();
    await sheet.getByRole('button', { name: 'Cheapest first' }).click();
    expect(await sheet.isVisible()).toBe(true);
    await page.mouse.click(200, 60);
    await sheet.waitFor({ state: 'detached' });
  });

  it('toasts follow each other, stay while the focus or a pointer is on them, and are announced', async () => {
    const page = await gallery.open({ section: 'toasts' });
    const region = page.getByRole('status');
    expect(await region.getAttribute('aria-live')).toBe('polite');
    await page.clock.install();
    await page.getByRole('button', { name: 'Say what can be taken back' }).click();
    await page.getByRole('button', { name: 'Say that it failed' }).click();
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.clock.fastForward(60_000);
    expect(await region.textContent()).toContain('Order deleted');

    await page.keyboard.press('Enter');
    await expect.poll(() => region.textContent(), SOON).toBe('The payment failed');
    expect(await region.getAttribute('aria-live')).toBe('assertive');
    await page.clock.fastForward(5000);
    await expect.poll(() => region.textContent(), SOON).toBe('Order restored');
    await page.getByText('Order restored').hover();
    await page.clock.fastForward(60_000);
    expect(await region.textContent()).toBe('Order restored');
    await page.mouse.move(0, 0);
    await page.clock.fastForward(5000);
    await expect.poll(() => region.textContent(), SOON).toBe('');
  });

  it('a list draws what can be seen, and shows the newest when asked', async () => {
    const page = await gallery.open({ section: 'list' });
    await page.getByText('Order 1', { exact: true }).waitFor();
    expect(await page.getByText('Order 200', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Refresh' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Fresh').first().waitFor();

    await page.getByRole('button', { name: 'Failed' }).click();
    await page.getByRole('alert').getByText('Your orders could not be loaded.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Order 1', { exact: true }).waitFor();
  });
});
