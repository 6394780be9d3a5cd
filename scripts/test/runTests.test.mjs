import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runTests } from './runTests.mjs';

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-tests-'));
});
afterEach(() => rm(folder, { recursive: true }));

const UNSTEADY = resolve('e2e/unsteady.test.ts');
const STEADY = resolve('e2e/steady.test.ts');

const passed = (name) => ({ name, status: 'passed', assertionResults: [{ status: 'passed' }] });
const failedInAHook = (name) => ({
  name,
  status: 'failed',
  message: 'the hook timed out',
  assertionResults: [{ status: 'pending' }, { status: 'pending' }],
});

/** A runner that returns the given reports in turn, and fails if one of their files did. */
async function runnerOf(...runs) {
  const program = join(folder, 'runner.mjs');
  await writeFile(
    program,
    `import { existsSync, writeFileSync } from 'node:fs';
    const [report, ...args] = process.argv.slice(2);
    const number = existsSync(${JSON.stringify(join(folder, 'first'))}) ? 1 : 0;
    writeFileSync(number === 0 ? ${JSON.stringify(join(folder, 'first'))} : ${JSON.stringify(join(folder, 'args'))}, args.join());
    const testResults = ${JSON.stringify(runs)}[number];
    writeFileSync(report, JSON.stringify({ testResults }));
    process.exit(testResults.some(({ status }) => status === 'failed') ? 1 : 0);`,
  );
  return { name: 'runner', command: (report) => ['tsx', program, report] };
}

const run = async (...runs) =>
  runTests(await runnerOf(...runs), {
    folder,
    args: [],
    notTestedFile: join(folder, 'not-tested'),
  });

describe('runTests', () => {
  it('runs what failed once more, and names what passes then', async () => {
    const count = await run(
      [passed(STEADY), failedInAHook(UNSTEADY)],
      [{ ...passed(UNSTEADY), assertionResults: [{ status: 'passed' }, { status: 'passed' }] }],
    );
    expect(count).toMatchObject({ passed: 3, failed: 0, skipped: 0, problems: [] });
    expect(count.unsteady).toEqual([
      'UNSTEADY, passed the second time: e2e/unsteady.test.ts: outside its tests: the hook timed out',
    ]);
  });

  it('has failed when the second run fails as well', async () => {
    const count = await run([passed(STEADY), failedInAHook(UNSTEADY)], [failedInAHook(UNSTEADY)]);
    expect(count).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 2,
      problems: ['e2e/unsteady.test.ts: outside its tests: the hook timed out'],
      unsteady: [],
    });
  });

  it('tells what failed again from what passes then', async () => {
    const other = resolve('e2e/other.test.ts');
    const count = await run(
      [failedInAHook(other), failedInAHook(UNSTEADY)],
      [failedInAHook(other), passed(UNSTEADY)],
    );
    expect(count.problems).toEqual(['e2e/other.test.ts: outside its tests: the hook timed out']);
    expect(count.unsteady).toHaveLength(1);
  });

  it('does not try again when many files fail', async () => {
    const many = Array.from({ length: 9 }, (_, each) => failedInAHook(resolve(`${each}.test.ts`)));
    const count = await run(
      many,
      many.map(({ name }) => passed(name)),
    );
    expect(count).toMatchObject({ passed: 0, failed: 9 });
    expect(count.problems).toHaveLength(9);
  });
});
