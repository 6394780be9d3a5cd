import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';

import { builtApp } from './host-runtime/builtApp.ts';
import { type TestBed, startTestBed } from './host-runtime/openHost.ts';

const CHROMIUM = inject('chromiumPath');
const APP = 'com.example.dialogs';

describe.skipIf(CHROMIUM === undefined)('in a sandboxed frame', () => {
  let bed: TestBed;
  let page: Page;
  let app: FrameLocator;
  const warned: string[] = [];
  beforeAll(async () => {
    bed = await startTestBed(CHROMIUM!);
  });
  afterAll(() => bed?.close());
  beforeEach(async () => {
    await bed.reset();
    warned.length = 0;
    bed.registry.release(await builtApp('dialogs'), { isolation: 'frame' });
    page = await bed.open({ apps: [APP] });
    page.on('console', (line) => {
      if (line.type() === 'warning') warned.push(line.text());
    });
    app = page.getByTestId(APP).frameLocator('iframe:not([hidden])');
  });
  const says = async (text: string) => app.getByText(`It said: ${text}`, { exact: true }).waitFor();

  it('Alert.alert shows a dialog, and the button that is pressed is called', async () => {
    await app.getByText('Ask').click();
    const dialog = app.getByRole('alertdialog', { name: 'Delete it?' });
    await dialog.getByText('It is gone then.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await says('deleted');
    expect(await dialog.count()).toBe(0);

    // The key for it is the button that cancels, as on a phone.
    await app.getByText('Ask').click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await says('kept');
    expect(await dialog.count()).toBe(0);
  });

  it('Linking.openURL has the host open a mini-app', async () => {
    await app.getByText('Mini-app').click();
    await says('can, opened');
    await expect
      .poll(() => page.evaluate('test.links'))
      .toMatchObject([{ appId: 'com.example.hello' }]);
  });

  it('Linking.openURL refuses other addresses, says so, and leaves the page where it is', async () => {
    const before = page.url();
    await app.getByText('Elsewhere').click();
    await says('cannot, refused as unavailable');
    expect(warned.join('\n')).toContain('Linking.openURL("https://example.com/") opens nothing');
    expect(page.url()).toBe(before);
    expect(page.context().pages()).toHaveLength(1);
  });
});
