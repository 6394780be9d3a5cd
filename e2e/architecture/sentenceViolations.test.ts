import { expect, it } from 'vitest';

import { filesInSentences, sentenceViolations } from './sentenceViolations.ts';

const TEXT =
  'A loop in C (`push/live/a.ts`), held by `e2e/b.test.ts`, and `server/src/http/c.mjs`; not `PORT`, `storage/`.';

it('finds files that sentences name and that are gone, below the root and the source of the server', () => {
  expect(filesInSentences(TEXT)).toHaveLength(3);
  const there = new Set(['server/src/push/live/a.ts', 'e2e/b.test.ts']);
  expect(sentenceViolations(TEXT, (path) => there.has(path))).toEqual([
    'ARCHITECTURE.md names `server/src/http/c.mjs` in a sentence, which does not exist.',
  ]);
  there.delete('e2e/b.test.ts');
  expect(sentenceViolations(TEXT, (path) => there.has(path))).toHaveLength(2);
});
