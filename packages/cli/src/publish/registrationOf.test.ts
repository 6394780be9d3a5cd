import type { Manifest, RegistrationRecord } from '@host/contracts';
import { expect, it } from 'vitest';

import { differencesFrom, registrationOf } from './registrationOf.ts';

const MANIFEST: Manifest = {
  appId: 'com.acme.orders',
  name: 'Orders',
  version: '1.0.0',
  description: 'What you ordered',
  icon: 'https://cdn.example/icons/com.acme.orders.svg',
  permissions: ['storage'],
  minHostVersion: '1.0.0',
};
const TRANSLATIONS = {
  de: { name: 'Bestellungen', description: 'Was du bestellt hast' },
  ar: { name: 'الطلبات' },
};
const register = (changes: Partial<Manifest> = {}) =>
  registrationOf({ ...MANIFEST, ...changes }, [], 'https://cdn.example');

it('registers what the manifest has in other languages, and nothing where it has nothing', () => {
  expect(register({ translations: TRANSLATIONS }).translations).toEqual(TRANSLATIONS);
  expect('translations' in register()).toBe(false);
});

it('tells that other translations are other content, in whatever order they stand', () => {
  const record = { ...register({ translations: TRANSLATIONS }), platforms: {} };
  const differing = (translations: Manifest['translations']) =>
    differencesFrom(
      record as unknown as RegistrationRecord,
      register({ ...(translations && { translations }) }),
    );
  const { de, ar } = TRANSLATIONS;
  expect(differing({ ar, de })).toEqual([]);
  expect(differing({ ar })).toEqual(['translations']);
  expect(differing({ ar, de: { name: 'Waren' } })).toEqual(['translations']);
  expect(differing(undefined)).toEqual(['translations']);
});
