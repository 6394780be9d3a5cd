import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { countReport } from './countReport.mjs';

// A test that hangs must not hide the results of the others. Generous, as a machine may be slow and has to install a browser
// and a database first; CI has 90 minutes and needs some of them for its checks.
const TIME_LIMIT_MINUTES = 80;

// If more files fail, the cause is the change and not the machine.
const MAX_FILES_AGAIN = 8;

/**
 * Runs one runner, its output on the terminal, and counts its tests.
 *
 * If only a few files failed, they are run once more on an otherwise idle machine: what passes then counts as passed and is
 * reported as unsteady, so that it gets fixed.
 *
 * @param {import('./runners.mjs').RUNNERS[number]} runner
 * @param {{ name?: string, folder: string, args: string[], notTestedFile: string, env?: NodeJS.ProcessEnv }} options
 */
export async function runTests(runner, options) {
  const { name = runner.name } = options;
  const until = performance.now() + TIME_LIMIT_MINUTES * 60_000;
  const first = await runOnce(runner, name, until, options);
  const { report, end } = first;
  if (report === undefined) return { ...NOTHING, failed: 1, problems: [outsideTests(name, end)] };

  const count = countReport(report);
  const problems = [];
  if (first.exitCode !== 0 && count.failed === 0) {
    // An unhandled rejection or a failed setup makes a runner fail without a failed test.
    problems.push(outsideTests(name, end));
    return { ...count, failed: 1, problems };
  }
  const failedFiles = [...new Set(count.failures.map(({ file }) => file))];
  if (failedFiles.length === 0 || failedFiles.length > MAX_FILES_AGAIN || first.isTooLate) {
    return { ...count, problems: count.failures.map(describeFailure) };
  }

  console.log(`\nOnce more, what failed: ${failedFiles.join(', ')}\n`);
  const again = await runOnce(runner, `${name}-again`, until, { ...options, args: failedFiles });
  const last = countReport(replaceResults(report, isBelievable(again) ? again.report : undefined));
  const unsteady = count.failures
    .filter(({ file }) => !last.failures.some((failure) => failure.file === file))
    .map((failure) => `UNSTEADY, passed the second time: ${failure.file}: ${failure.what}`);
  return { ...last, problems: last.failures.map(describeFailure), unsteady };
}

async function runOnce(runner, name, until, { folder, args, notTestedFile, env = {} }) {
  const file = join(folder, `${name}.json`);
  const [program, ...rest] = runner.command(file);
  const child = spawn(join('node_modules', '.bin', program), [...rest, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, NOT_TESTED_FILE: notTestedFile },
  });
  let isTooLate = false;
  const limit = setTimeout(() => {
    isTooLate = true;
    child.kill();
  }, until - performance.now());
  const [exitCode, signal] = await once(child, 'close');
  clearTimeout(limit);
  const end = isTooLate
    ? `stopped after ${TIME_LIMIT_MINUTES} minutes`
    : (signal ?? `exit code ${exitCode}`);
  return { exitCode, isTooLate, end, report: await readReport(file) };
}

const NOTHING = { files: 0, passed: 0, skipped: 0, skippedIn: new Map() };

const describeFailure = ({ file, what }) => `${file}: ${what}`;

const outsideTests = (name, end) => `${name} failed outside its tests (${end}), see above`;

/** Rejects a run that failed without a failed test, since something else went wrong. */
const isBelievable = ({ exitCode, report }) =>
  exitCode === 0 || (report !== undefined && countReport(report).failed > 0);

/** The first report with the files of the second replaced; unchanged without a second. */
function replaceResults(report, again) {
  const second = new Map(again?.testResults.map((result) => [result.name, result]));
  return { testResults: report.testResults.map((result) => second.get(result.name) ?? result) };
}

async function readReport(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
