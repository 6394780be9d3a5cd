import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

/**
 * The accessibility violations that axe finds on a page, a sentence each. Frames are checked by the tests of what runs in
 * them. `more` are rules that axe does not check by default.
 */
export async function axeViolations(page: Page, more: readonly string[] = []): Promise<string[]> {
  // Evaluated through the debugger, to which the page's CSP does not apply.
  await page.evaluate(axe.source);
  const rules = Object.fromEntries(more.map((rule) => [rule, { enabled: true }]));
  const options = { iframes: false, resultTypes: ['violations'], rules };
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
  );
}
