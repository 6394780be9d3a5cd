import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { countReport } from './countReport.mjs';

// A test that never ends must not keep anybody from learning about the others. Far from what the tests take, as a
// machine may be slow and has to install a browser and a database first.
const TIME_LIMIT_MINUTES = 60;

/**
 * Runs one runner, its output on the terminal, and counts its tests.
 *
 * @param {import('./runners.mjs').RUNNERS[number]} runner
 * @param {{ name?: string, folder: string, args: string[], notTestedFile: string, env?: NodeJS.ProcessEnv }} options
 */
export async function runTests(
  runner,
  { name = runner.name, folder, args, notTestedFile, env = {} },
) {
  const report = join(folder, `${name}.json`);
  const [program, ...rest] = runner.command(report);
  const child = spawn(join('node_modules', '.bin', program), [...rest, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, NOT_TESTED_FILE: notTestedFile },
  });
  let isTooLate = false;
  const limit = setTimeout(() => {
    isTooLate = true;
    child.kill();
  }, TIME_LIMIT_MINUTES * 60_000);
  const [exitCode, signal] = await once(child, 'close');
  clearTimeout(limit);

  const count = await readReport(report);
  // An unhandled rejection or a failed set-up makes a runner fail without a failed test.
  if (count === undefined || (exitCode !== 0 && count.failed === 0)) {
    const end = isTooLate
      ? `stopped after ${TIME_LIMIT_MINUTES} minutes`
      : (signal ?? `exit code ${exitCode}`);
    const problem = `${name} failed outside its tests (${end}), see above`;
    return { ...NOTHING, ...count, failed: 1, problems: [problem] };
  }
  return { ...count, problems: [] };
}

const NOTHING = { files: 0, passed: 0, skipped: 0, skippedIn: new Map() };

async function readReport(file) {
  try {
    return countReport(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
