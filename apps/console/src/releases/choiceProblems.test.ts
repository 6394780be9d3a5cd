import type { ResolveQuery } from '@host/contracts';
import { expect, it } from 'vitest';

import { choiceProblems } from './choiceProblems.ts';

const GOOD: ResolveQuery = { platform: 'ios', hostVersion: '1.4.0' };

it('takes what the server would take', () => {
  expect(choiceProblems('com.acme.orders', GOOD)).toEqual({});
  expect(choiceProblems('com.acme.orders', { ...GOOD, installId: 'phone-1' })).toEqual({});
  expect(choiceProblems('com.acme.orders', { ...GOOD, cohorts: 'qa,staff' })).toEqual({});
});

it.each([
  ['', GOOD, 'appId', /com\.acme\.orders/],
  ['com.acme.orders', { ...GOOD, hostVersion: 'abc' }, 'hostVersion', /^A version .* 1\.4\.0$/],
  ['com.acme.orders', { ...GOOD, installId: 'with a blank' }, 'installId', /./],
  ['com.acme.orders', { ...GOOD, cohorts: 'qa,QA' }, 'cohorts', /^A cohort is .* lower-case/],
] as const)('says at its field what is wrong with %j %j', (appId, query, field, words) => {
  const problems = choiceProblems(appId, query);
  expect(Object.keys(problems)).toEqual([field]);
  expect(problems[field]).toMatch(words);
});
