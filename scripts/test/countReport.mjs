import { relative } from 'node:path';

/**
 * Counts the tests of one runner's report, in the form that Jest's `--json` gives and that vitest's json reporter shares.
 *
 * A file that fails outside its tests (an import, a hook) counts as one failed test, so that no failed run adds up to
 * "0 failed".
 *
 * @returns {{ files: number, passed: number, failed: number, skipped: number, skippedIn: Map<string, number>,
 *   failures: { file: string, what: string }[] }}
 */
export function countReport(report) {
  const count = {
    files: report.testResults.length,
    passed: 0,
    failed: 0,
    skipped: 0,
    skippedIn: new Map(),
    failures: [],
  };
  for (const result of report.testResults) {
    const file = relative(process.cwd(), result.name);
    const tests = result.assertionResults;
    const failed = tests.filter(({ status }) => status === 'failed');
    const passed = tests.filter(({ status }) => status === 'passed').length;
    const skipped = tests.length - failed.length - passed;
    count.passed += passed;
    count.skipped += skipped;
    if (skipped > 0) count.skippedIn.set(file, skipped);
    for (const { fullName, failureMessages = [] } of failed) {
      count.failures.push({ file, what: `${fullName}: ${shortened(failureMessages.join('\n'))}` });
    }
    if (failed.length === 0 && result.status === 'failed') {
      count.failures.push({ file, what: `outside its tests: ${shortened(result.message)}` });
    }
  }
  count.failed = count.failures.length;
  return count;
}

const FIRST_LINES = 8;
const LAST_LINES = 12;
const STACK_LINE = /^\s+at /;

/** The first and last lines, since a program's output explains its failure at the end; of a stack, the first lines. */
function shortened(message = '') {
  const lines = message.trim().split('\n');
  const said = lines.findLastIndex((line) => !STACK_LINE.test(line)) + 1;
  const cut = said - FIRST_LINES - LAST_LINES;
  if (cut <= 0) return lines.slice(0, Math.max(said, FIRST_LINES)).join('\n');
  return [
    ...lines.slice(0, FIRST_LINES),
    `… ${cut} more lines …`,
    ...lines.slice(said - LAST_LINES, said),
  ].join('\n');
}
