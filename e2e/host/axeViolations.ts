import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Page } from 'playwright-core';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeResults {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/** What axe-core finds wrong on a page, a line each. Frames are looked into by the tests of what runs in them. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = (await page.evaluate('axe.run({ iframes: false })')) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 200)}`),
  );
}
