import { expect, it } from 'vitest';

import { conditionProblem } from './conditionProblem.ts';

it.each([
  "'news' in topics",
  "'a' in topics && ('b' in topics || !('c' in topics))",
  "!('a' in topics)",
])('%s is one', (text) => {
  expect(conditionProblem(text)).toBeUndefined();
});

it.each([
  ['news', /names topics in single quotes: 'news' in topics/],
  ['"news" in topics', /single quotes/],
  ["('a' in topics", /parenthesis is missing/],
  ["'a' in topics & 'b' in topics", /^Join topics with && \(and\)/],
  ["'a' in topics and 'b' in topics", /^Join topics/],
  ["'a' in topics 'b' in topics", /no condition\. Write it like/],
  ["'a b' in topics", /no condition/],
  [
    Array.from({ length: 6 }, (_, at) => `'t${at}' in topics`).join(' || '),
    /At most 5 topics; these are 6/,
  ],
])('%s: what is wrong, and how one is written', (text, words) => {
  expect(conditionProblem(text)).toMatch(words);
});
