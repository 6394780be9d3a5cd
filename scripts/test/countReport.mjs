import { relative } from 'node:path';

/**
 * Counts the tests of one runner's report, in the form that Jest's `--json` gives and that vitest's json reporter shares.
 *
 * A file that fails outside its tests (an import, a hook) counts as one failed test: nothing that is red may add up to
 * "0 failed".
 *
 * @returns {{ files: number, passed: number, failed: number, skipped: number, skippedIn: Map<string, number> }}
 */
export function countReport(report) {
  const files = report.testResults.length;
  const count = { files, passed: 0, failed: 0, skipped: 0, skippedIn: new Map() };
  for (const file of report.testResults) {
    const statuses = file.assertionResults.map((test) => test.status);
    const failed = statuses.filter((status) => status === 'failed').length;
    const passed = statuses.filter((status) => status === 'passed').length;
    const skipped = statuses.length - failed - passed;
    count.passed += passed;
    count.failed += failed > 0 || file.status !== 'failed' ? failed : 1;
    count.skipped += skipped;
    if (skipped > 0) count.skippedIn.set(relative(process.cwd(), file.name), skipped);
  }
  return count;
}
