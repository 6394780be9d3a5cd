import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/**
 * What axe finds wrong with what a page shows, a sentence each. Frames are looked into by the tests of what runs in them.
 * `more` are rules that axe does not look at by itself.
 */
export async function axeViolations(page: Page, more: readonly string[] = []): Promise<string[]> {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(axe.source);
  const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]));
  const options = { iframes: false, resultTypes: ['violations'], rules };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
  );
}
