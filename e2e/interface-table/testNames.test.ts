import { describe, expect, it } from 'vitest';

import { testNames } from './testNames.ts';

describe('the names of tests', () => {
  it('are found in quotes of every kind, and in tables of cases', () => {
    const text = [
      `it('single', () => {`,
      `test("double", () => {`,
      'it(`template ${x}`, () => {',
      `it(\n  'on the next line',`,
      `it('it\\'s escaped', () => {`,
      `it.each([1, f(2)])('case %i', () => {`,
      'it.each`a | b`("tagged", () => {',
      `it.skipIf(url === undefined)('with a database', () => {`,
      `it.only('alone', () => {`,
    ].join('\n');
    expect(testNames(text)).toEqual([
      'single',
      'double',
      'template ${x}',
      'on the next line',
      `it's escaped`,
      'case %i',
      'tagged',
      'with a database',
      'alone',
    ]);
  });

  it('do not include tests that do not run, nor groups of tests', () => {
    const text = [
      `it.skip('skipped', () => {`,
      `it.todo('to do');`,
      `describe('group', () => {`,
      `// it('commented out', () => {`,
      `submit('form');`,
      `await page.it('method');`,
    ].join('\n');
    expect(testNames(text)).toEqual([]);
  });
});
