// Runs every test of the repository. Arguments go to vitest: `pnpm test -- server/src/hosting/registry`.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { runTests } from './test/runTests.mjs';
import { RUNNERS } from './test/runners.mjs';

// Ctrl-C reaches the runners too; they end by themselves, and what they had counted is still summed up.
process.on('SIGINT', () => {});

const args = process.argv.slice(2).filter((argument) => argument !== '--');
const runners = RUNNERS.filter((runner) => args.length === 0 || runner.takesArguments);
const folder = await mkdtemp(join(tmpdir(), 'tests-'));
const notTestedFile = join(folder, 'not-tested');

const total = { passed: 0, failed: 0, skipped: 0 };
const loudLines = [];
for (const runner of runners) {
  const count = await runTests(runner, { folder, args, notTestedFile });
  for (const key of Object.keys(total)) total[key] += count[key];
  loudLines.push(...count.problems.map((problem) => `FAILED: ${problem}`));
  // Arguments choose a part of the tests, and that the others did not run is no news.
  if (args.length > 0) continue;
  for (const [file, skipped] of count.skippedIn) {
    loudLines.push(`NOT TESTED: ${skipped} skipped in ${file}`);
  }
}
loudLines.push(...(await notTested()).map((sentence) => `NOT TESTED: ${sentence}`));
await rm(folder, { recursive: true });

const isStrict = Boolean(process.env.CI);
if (isStrict && total.skipped > 0) loudLines.push('FAILED: in CI nothing may be skipped');
if (loudLines.length > 0) console.log(`\n${loudLines.map((line) => `!!! ${line}`).join('\n')}\n`);

const summary = `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`;
// Who runs more than the tests prints the summary itself, as its own last line.
if (process.env.TEST_SUMMARY_FILE) await writeFile(process.env.TEST_SUMMARY_FILE, `${summary}\n`);
else console.log(summary);
process.exitCode = total.failed > 0 || (isStrict && total.skipped > 0) ? 1 : 0;

async function notTested() {
  const text = await readFile(notTestedFile, 'utf8').catch(() => '');
  return [...new Set(text.split('\n').filter(Boolean))].map((line) => JSON.parse(line));
}
