import { readFile } from 'node:fs/promises';

import { expect, it } from 'vitest';

import { nativeModules } from '../build/nativeModules.ts';
import { PURPOSES, nativeModulesPage } from './nativeModulesPage.ts';

it('every native module of the reference host is listed with what it is for, and no other', () => {
  expect(nativeModules().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react-native-screens', '@callstack/repack']),
  );
  const named = nativeModules().map(({ name }) => name);
  expect(Object.keys(PURPOSES).toSorted()).toEqual(named);
});

it('every native module has a licence that the product can be shipped with', () => {
  for (const { name, licence } of nativeModules()) {
    expect(licence, name).toMatch(/^(?:MIT|Apache-2\.0|BSD-[23]-Clause|ISC)$/);
  }
});

it('the page is the one of what is installed', async () => {
  const page = await readFile(new URL('../../docs/native-modules.md', import.meta.url), 'utf8');
  expect(page).toBe(nativeModulesPage());
});
