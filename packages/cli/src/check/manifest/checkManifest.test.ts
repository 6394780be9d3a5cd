import { describe, expect, it } from 'vitest';

import { checkManifest } from './checkManifest.ts';

const GOOD = {
  appId: 'com.acme.orders',
  name: 'Orders',
  version: '1.4.0',
  description: 'What you ordered',
  icon: 'https://cdn.example/icons/com.acme.orders.svg',
  permissions: ['storage'],
  minHostVersion: '1.0.0',
};
const check = (changes: object) =>
  checkManifest(JSON.stringify({ ...GOOD, ...changes }, null, 2)).findings;

describe('manifest.json', () => {
  it('is accepted as the interface has it', () => {
    expect(check({})).toEqual([]);
  });

  it.each([
    [{ version: '1.4' }, 'version: a version has the form <major>.<minor>.<patch>', 4],
    [{ appId: 'orders' }, 'appId: an appId is a lower-case reverse domain', 2],
    [
      { permissions: ['user', 'storag'] },
      'permissions.1: "storag" is none of storage, analytics, push, user, email, device, network; did you mean "storage"?',
      7,
    ],
    [{ icon: 'icon.svg' }, 'icon: must be an http or https URL', 6],
  ])('with %j is refused at its line', (changes, message, line) => {
    const [finding] = check(changes);
    expect(finding).toMatchObject({ severity: 'error', file: 'manifest.json', line });
    expect(finding?.message).toContain(message);
  });

  it.each([
    ['Оrders', 'mixes letters of several scripts'],
    ['Ord\u200bers', 'contains U+200B'],
    ['My  Orders', 'two in a row'],
  ])('may not have the name %j', (name, message) => {
    const [finding] = check({ name });
    expect(finding).toMatchObject({ severity: 'error', code: 'name-not-readable', line: 3 });
    expect(finding?.message).toContain(message);
  });

  it('may have no such name in another language, either', () => {
    const translations = { de: { name: 'Bestellungen' }, ar: { name: 'Оrders' } };
    expect(check({ translations })).toMatchObject([
      { severity: 'error', code: 'name-not-readable', line: 11 },
    ]);
    expect(check({ translations })[0]?.message).toMatch(/^translations\.ar\.name: /);
  });

  it('may not have fields that nobody reads', () => {
    expect(check({ homepage: 'x' })[0]).toMatchObject({ code: 'manifest-invalid' });
  });

  it('has to be JSON', () => {
    expect(checkManifest('{ "appId": ').findings[0]?.message).toMatch(/^it is not JSON: /);
  });

  it('is warned of for an icon that publishing would not upload', () => {
    expect(check({ icon: 'https://cdn.example/icons/com.acme.news.svg' })).toMatchObject([
      { severity: 'warning', code: 'icon-address', line: 6 },
    ]);
    for (const file of ['com.acme.orders_2.png', 'logo.svg']) {
      expect(check({ icon: `https://cdn.example/icons/${file}` })).toEqual([]);
    }
  });
});
