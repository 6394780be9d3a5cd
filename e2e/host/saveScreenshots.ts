import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BrowserContext } from 'playwright-core';

/** Keeps what a test that failed showed last, and says where. */
export async function saveScreenshots(
  context: Pick<BrowserContext, 'pages'>,
  test: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'host-screens-'));
  for (const [index, page] of context.pages().entries()) {
    const path = join(folder, `${index}.png`);
    await page.screenshot({ path });
    console.error(`${test}: ${page.url()} looked like ${path}`);
  }
}
