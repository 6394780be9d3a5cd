import { expect, it } from 'vitest';

import { findRefusedLicences, isWithoutAnswer } from './checkDependencies.mjs';

const component = (licenses, name = 'some-package') => ({ name, version: '1.0.0', licenses });

it.each([
  [[{ license: { id: 'MIT' } }]],
  [[{ expression: '(BSD-3-Clause OR GPL-2.0)' }]],
  [[{ expression: 'MIT AND ISC' }]],
])('accepts the licence %j', (licenses) => {
  expect(findRefusedLicences([component(licenses)])).toEqual([]);
});

it.each([
  [undefined],
  [[]],
  [[{ license: { id: 'AGPL-3.0-only' } }]],
  [[{ license: { name: 'Custom' } }]],
  [[{ expression: 'MIT AND GPL-3.0' }]],
])('refuses the licence %j and names the package', (licenses) => {
  expect(findRefusedLicences([component(licenses)])).toEqual([
    expect.stringMatching(/^some-package 1\.0\.0: /),
  ]);
});

it('tells an audit without an answer from one that found something', () => {
  expect(isWithoutAnswer('Error: ERR_PNPM_AUDIT_BAD_RESPONSE\n responded with 405')).toBe(true);
  expect(isWithoutAnswer('1 vulnerabilities found\nSeverity: 1 critical')).toBe(false);
});
