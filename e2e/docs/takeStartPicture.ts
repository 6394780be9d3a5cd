// Takes the picture of docs/mini-app.md and README.md, of a mini-app that runs:
//   cd mini-apps/orders && npx miniapp start, then: npx tsx e2e/docs/takeStartPicture.ts
import { fileURLToPath } from 'node:url';

import { provideChromium } from '../../scripts/services/provideChromium.ts';
import { launchBrowser } from '../launchBrowser.ts';

const [address = 'http://localhost:9002'] = process.argv.slice(2);
const PICTURE = fileURLToPath(new URL('../../docs/images/miniapp-start.png', import.meta.url));

const chromium = await provideChromium();
if (!('path' in chromium)) throw new Error(chromium.reason);
const browser = await launchBrowser(chromium.path);
const page = await browser.newPage({ viewport: { width: 1180, height: 900 } });
await page.goto(address);
await page.frameLocator('#screen').getByText('Espresso machine').waitFor();
await page.getByText('GET /orders/items').waitFor();
await page.screenshot({ path: PICTURE, animations: 'disabled' });
await browser.close();
