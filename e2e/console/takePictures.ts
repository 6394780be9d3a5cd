// Takes the pictures of docs/console.md and README.md, of a demo that runs:
//   pnpm start --demo, then: npx tsx e2e/console/takePictures.ts http://localhost:8080 .data-demo
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createApiClient } from '@host/api-client';

import { provideChromium } from '../../scripts/services/provideChromium.ts';
import { launchBrowser } from '../launchBrowser.ts';
import { ConsolePage } from './ConsolePage.ts';

const [baseUrl = 'http://localhost:8080', dataDir = '.data-demo'] = process.argv.slice(2);
const IMAGES = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const DESK = { width: 1160, height: 760 };
const TALL_DESK = { width: 1160, height: 860 };
const SMALL_DESK = { width: 1080, height: 720 };
const WIDE_DESK = { width: 1340, height: 560 };
const PHONE = { width: 390, height: 844 };
const ORDERS = 'com.example.orders';

const chromium = await provideChromium();
if (!('path' in chromium)) throw new Error(chromium.reason);
const root = (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim();
const client = createApiClient({ baseUrl, token: root });
const { token } = await client.issueToken({
  name: 'Ann Archer',
  role: 'admin',
  expiresInSeconds: 90 * 24 * 60 * 60,
});
const [message] = (await client.findMessages({ topic: 'order-updates', limit: 1 })).items;
const [crash] = (await client.listCrashes({ appId: ORDERS, limit: 1 })).items;
const browser = await launchBrowser(chromium.path);

/** What each picture shows: where, in which colours, and what has to be there first. */
const PICTURES = [
  ['console-overview', '/', 'Paused by itself', 'light', DESK],
  ['console-overview-dark', '/', 'Paused by itself', 'dark', DESK],
  ['console-mini-app', `/mini-apps/${ORDERS}`, '1.2.0', 'light', DESK],
  ['console-review', `/reviews/${ORDERS}/1.3.0`, 'It wants email', 'light', DESK],
  ['console-crash', `/crashes/${ORDERS}/${crash!.place}`, 'from the source maps', 'dark', DESK],
  ['console-message', `/messages/${message!.id}`, 'How far it came', 'light', DESK],
  ['console-audit', '/audit?what=version.release', 'version.release', 'light', WIDE_DESK],
  ['console-phone', '/', 'Paused by itself', 'dark', PHONE],
] as const;

async function save(shown: ConsolePage, name: string): Promise<void> {
  // Moves the pointer away, so that nothing is hovered.
  await shown.page.mouse.move(0, 0);
  await shown.page.waitForLoadState('networkidle').catch(() => undefined);
  await shown.page.screenshot({ path: join(IMAGES, `${name}.png`) });
  console.log(`${name}.png`);
}

for (const [name, path, text, colorScheme, viewport] of PICTURES) {
  const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' });
  const shown = await ConsolePage.signedIn(context, baseUrl, { token, path });
  await shown.page.getByText(text).filter({ visible: true }).first().waitFor();
  await save(shown, name);
  await context.close();
}

const context = await browser.newContext({ viewport: SMALL_DESK, reducedMotion: 'reduce' });
const shown = await ConsolePage.signedIn(context, baseUrl, {
  token,
  path: `/mini-apps/${ORDERS}/versions/1.2.0`,
});
await shown
  .button(/^(Release|Change) 1\.2\.0…$/)
  .first()
  .click();
await shown.dialog.getByRole('button', { name: '50 %' }).click();
await save(shown, 'console-release');

await shown.goTo('/compose');
await shown.page.getByLabel('Topic').fill('promotions');
await shown.page.getByLabel('Title').fill('Coffee beans, two for one');
await shown.page.getByLabel('Text', { exact: true }).fill('Until Sunday, in every shop');
await shown.page.getByLabel('Opens').fill('host://miniapp/com.example.orders');
await save(shown, 'console-compose');

await shown.page.setViewportSize(TALL_DESK);
await shown.goTo(`/mini-apps/${ORDERS}/collections/items`);
const [first] = await client.readCollection(ORDERS, 'items');
await shown.button('Import…').click();
await shown.dialog
  .getByLabel('Documents')
  .fill(`id,title\n${first!.id},Espresso machine and grinder\n2001,Milk jug\n20 02,Two spoons`);
await shown.dialog.getByText('1 refused').waitFor();
await save(shown, 'console-import');
await browser.close();
