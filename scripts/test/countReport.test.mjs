import { resolve } from 'node:path';

import { describe, expect, it } from 'vitest';

import { countReport } from './countReport.mjs';

const fileOf = (name, status, ...statuses) => ({
  name: resolve(name),
  status,
  message: 'a hook gave up',
  assertionResults: statuses.map((each) => ({
    status: each,
    fullName: 'a door opens',
    failureMessages: each === 'failed' ? ['expected 1 to be 2\n  at door.ts:1'] : [],
  })),
});

describe('countReport', () => {
  it('sums over files, and whatever neither passed nor failed was skipped', () => {
    const testResults = [
      fileOf('a.test.ts', 'passed', 'passed', 'passed', 'pending'),
      fileOf('b.test.ts', 'failed', 'passed', 'failed', 'todo', 'skipped'),
    ];
    expect(countReport({ testResults })).toEqual({
      files: 2,
      passed: 3,
      failed: 1,
      skipped: 3,
      skippedIn: new Map([
        ['a.test.ts', 1],
        ['b.test.ts', 2],
      ]),
      failures: [{ file: 'b.test.ts', what: 'a door opens: expected 1 to be 2\n  at door.ts:1' }],
    });
  });

  it('counts a file that failed before its first test as one failure', () => {
    const report = { testResults: [fileOf('broken.test.ts', 'failed')] };
    expect(countReport(report)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  });

  it('counts a file whose hook failed as one failure besides what it skipped', () => {
    const report = { testResults: [fileOf('hook.test.ts', 'failed', 'pending', 'pending')] };
    expect(countReport(report)).toMatchObject({
      passed: 0,
      failed: 1,
      skipped: 2,
      failures: [{ file: 'hook.test.ts', what: 'outside its tests: a hook gave up' }],
    });
  });

  it('keeps the beginning and the end of a long message, and little of its stack', () => {
    const broken = fileOf('long.test.ts', 'failed');
    const lines = Array.from({ length: 500 }, (_, line) => `line ${line}`);
    const stack = Array.from({ length: 20 }, (_, line) => `    at file.ts:${line}`);
    const { failures } = countReport({
      testResults: [{ ...broken, message: [...lines, ...stack].join('\n') }],
    });
    const said = failures[0].what.split('\n');
    expect(said).toContain('line 7');
    expect(said).not.toContain('line 8');
    expect(said).toContain('… 480 more lines …');
    expect(said).not.toContain('line 487');
    expect(said).toContain('line 488');
    expect(said.at(-1)).toBe('line 499');
  });
});
