import { expect, it } from 'vitest';

import { bothEnginesViolations } from './bothEnginesViolations.ts';

const ON_BOTH = 'describe.each(testEngines())("($name)", (engine) => {});';
const violationsIn = (files: Record<string, string>) =>
  bothEnginesViolations(
    Object.entries(files).map(([path, text]) => ({ path: `src/${path}`, text })),
  );

const ROWS = {
  'push/groups/groupRows.ts': '',
  'push/send/send.ts': `import { findGroup } from '../groups/groupRows.ts';`,
};

it('rows are tested on both engines, beside them or beside what uses them', () => {
  for (const place of ['push/groups/groups.test.ts', 'push/send/send.test.ts']) {
    expect(violationsIn({ ...ROWS, [place]: ON_BOTH })).toEqual([]);
  }
});

it('finds rows that no test near to them runs on both engines', () => {
  const found = [
    'push/groups/groupRows.ts has SQL that no test near to it runs on both engines: see testEngines().',
  ];
  expect(violationsIn(ROWS)).toEqual(found);
  expect(violationsIn({ ...ROWS, 'push/groups/groups.test.ts': 'it("works")' })).toEqual(found);
  expect(violationsIn({ ...ROWS, 'push/inbox/inbox.test.ts': ON_BOTH })).toEqual(found);
});
