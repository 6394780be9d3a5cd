import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const PUSH = fileURLToPath(new URL('../../packages/push', import.meta.url));
const TIME_OUT_MS = 540_000;

/** What is of interest in the report that Jest writes. */
interface JestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    /** Why a file could not be run at all. */
    message: string;
    status: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

it(
  'push on ios and android holds under Jest, with the preset of React Native and the real libraries',
  async () => {
    const { numPassedTests, testResults } = await runJest();
    const failures = testResults.flatMap(({ name, message, status, assertionResults }) => {
      const failed = assertionResults.filter((each) => each.status !== 'passed');
      if (failed.length === 0) return status === 'passed' ? [] : [`${name}: ${message}`];
      return failed.map((each) => `${each.fullName}: ${each.failureMessages.join('\n')}`);
    });
    expect(failures).toEqual([]);
    expect(numPassedTests).toBeGreaterThan(0);
  },
  TIME_OUT_MS + 30_000,
);

async function runJest(): Promise<JestReport> {
  const folder = await mkdtemp(join(tmpdir(), 'native-push-'));
  try {
    const outputFile = join(folder, 'report.json');
    const output = await new Promise<string>((resolve) => {
      const jest = join(PUSH, 'node_modules/jest/bin/jest.js');
      const options = { cwd: PUSH, timeout: TIME_OUT_MS, maxBuffer: 64 * 1024 * 1024 };
      const flags = ['--maxWorkers=1', '--json', `--outputFile=${outputFile}`];
      // It ends with an error when a test has failed, too: the report says which.
      execFile(process.execPath, [jest, ...flags], options, (_, __, stderr) => resolve(stderr));
    });
    const text = await readFile(outputFile, 'utf8').catch(() => {
      throw new Error(`Jest wrote no report. It said:\n${output}`);
    });
    return JSON.parse(text) as JestReport;
  } finally {
    await rm(folder, { recursive: true });
  }
}
