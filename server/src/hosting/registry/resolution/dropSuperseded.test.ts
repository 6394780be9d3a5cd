import { expect, it } from 'vitest';

import type { Candidate } from './Candidate.types.ts';
import { dropSuperseded } from './dropSuperseded.ts';

function kept(...candidates: (Partial<Candidate> & { version: string })[]): string[] {
  const plain = {
    minHostVersion: '1.0.0',
    platforms: ['ios', 'android'],
    shared: { react: '^19.2.0' },
    percentage: 10_000,
    cohorts: [],
  } as const;
  const newestFirst = candidates.map((each) => ({ ...plain, ...each }));
  return dropSuperseded(newestFirst).map(({ version }) => version);
}

it('of versions that everybody gets and that run on the same hosts only the newest is kept', () => {
  expect(kept({ version: '3.0.0' }, { version: '2.0.0' }, { version: '1.0.0' })).toEqual(['3.0.0']);
});

it('what is below a version that only some get is kept, down to one that everybody gets', () => {
  expect(
    kept({ version: '3.0.0', percentage: 500 }, { version: '2.0.0' }, { version: '1.0.0' }),
  ).toEqual(['3.0.0', '2.0.0']);
});

it('a version is kept for hosts that the newer one does not run on', () => {
  const newer = { version: '2.0.0', minHostVersion: '2.0.0' };
  expect(kept(newer, { version: '1.0.0' })).toEqual(['2.0.0', '1.0.0']);
  expect(kept(newer, { version: '1.0.0', minHostVersion: '2.0.0' })).toEqual(['2.0.0']);
  expect(kept({ version: '2.0.0', platforms: ['ios'] }, { version: '1.0.0' })).toEqual([
    '2.0.0',
    '1.0.0',
  ]);
  expect(kept({ version: '2.0.0', shared: { react: '^20.0.0' } }, { version: '1.0.0' })).toEqual([
    '2.0.0',
    '1.0.0',
  ]);
});
