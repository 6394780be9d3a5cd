import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { MAX_DISTINCT_VIOLATIONS } from './policyReportLimits.ts';
import { PolicyReports } from './PolicyReports.ts';

const HOUR_MS = 60 * 60 * 1000;
const VIOLATION = { directive: 'connect-src', page: '/app/', blocked: 'https://elsewhere.example' };

describe('the log of violations', () => {
  let lines: unknown[];
  let registry: Registry;
  let reports: PolicyReports;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    lines = [];
    registry = new Registry();
    reports = new PolicyReports({ warn: (line: unknown) => void lines.push(line) }, registry);
  });
  afterEach(() => void vi.useRealTimers());

  it('has one line an hour for each different violation', () => {
    for (let i = 0; i < 3; i++) reports.note(VIOLATION);
    const others = [
      { ...VIOLATION, directive: 'img-src' },
      { ...VIOLATION, page: '/docs/' },
      { ...VIOLATION, blocked: 'inline' },
    ];
    for (const other of others) reports.note(other);
    expect(lines).toEqual([VIOLATION, ...others]);
    vi.advanceTimersByTime(HOUR_MS - 1);
    reports.note(VIOLATION);
    expect(lines).toHaveLength(4);
    vi.advanceTimersByTime(1);
    reports.note(VIOLATION);
    expect(lines).toHaveLength(5);
  });

  it('has so many lines an hour, whatever a stranger makes up, and then how many more there were', () => {
    for (let i = 0; i < MAX_DISTINCT_VIOLATIONS + 40; i++) {
      reports.note({ ...VIOLATION, page: `/${i}` });
    }
    expect(lines).toHaveLength(MAX_DISTINCT_VIOLATIONS);
    vi.advanceTimersByTime(HOUR_MS);
    reports.note(VIOLATION);
    expect(lines.slice(MAX_DISTINCT_VIOLATIONS)).toEqual([{ leftOut: 40 }, VIOLATION]);
  });

  it('goes with a figure of all of them, by directive', async () => {
    for (const directive of ['connect-src', 'connect-src', 'other']) {
      reports.note({ ...VIOLATION, directive });
    }
    const { values } = await registry.getSingleMetric('csp_reports_total')!.get();
    expect(values.map(({ labels, value }) => [labels['directive'], value])).toEqual([
      ['connect-src', 2],
      ['other', 1],
    ]);
  });
});
