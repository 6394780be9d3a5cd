import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { iconUrl } from './iconUrl.ts';
import { LIMITS } from '../common/limits.ts';
import { Manifest } from './Manifest.ts';
import { PERMISSIONS } from './Permission.ts';

const manifest: Manifest = {
  appId: 'com.acme.orders',
  name: 'Orders',
  version: '1.4.0',
  description: 'What you ordered and where it is',
  icon: 'https://cdn.example.com/icons/orders.png',
  permissions: ['storage', 'analytics'],
  minHostVersion: '2.0.0',
};
const accepts = (change: object) => z.safeParse(Manifest, { ...manifest, ...change }).success;

/** The fields that a changed manifest is refused for. */
const wrongFields = (value: unknown) =>
  z.safeParse(Manifest, value).error?.issues.map((issue) => issue.path.join('.'));

describe('Manifest', () => {
  it('accepts a manifest with all its fields', () => {
    expect(z.safeParse(Manifest, manifest)).toEqual({ success: true, data: manifest });
  });

  it.each(Object.keys(manifest))('names %s when it is missing', (field) => {
    const { [field]: _, ...rest } = manifest as Record<string, unknown>;
    expect(wrongFields(rest)).toEqual([field]);
  });

  it.each(Object.keys(manifest))('names %s when it is not of its type', (field) => {
    for (const value of [null, 1, true, {}]) {
      expect(wrongFields({ ...manifest, [field]: value })).toEqual([field]);
    }
  });

  it('can have names and descriptions in other languages', () => {
    const translations = { de: { name: 'Bestellungen', description: 'Was du' }, 'zh-Hans': {} };
    expect(accepts({ translations })).toBe(true);
    for (const wrong of [
      { translations: { de_AT: { name: 'x' } } },
      { translations: { de: { name: '' } } },
      { translations: { de: { title: 'x' } } },
      { translations: { de: { name: 'x'.repeat(LIMITS.nameLength + 1) } } },
      { translations: { de: { description: 'x'.repeat(LIMITS.descriptionLength + 1) } } },
      { translations: [] },
    ]) {
      expect([wrong, accepts(wrong)]).toEqual([wrong, false]);
    }
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`de-${100 + index}`, {}]));
    expect(accepts({ translations: many(LIMITS.translations) })).toBe(true);
    expect(accepts({ translations: many(LIMITS.translations + 1) })).toBe(false);
  });

  it('refuses fields that do not exist, so that a misspelt one is noticed', () => {
    expect(accepts({ permision: [] })).toBe(false);
    expect(accepts({ $schema: 'x' })).toBe(false);
  });

  it.each([null, undefined, 'text', 1, []])('refuses %j', (value) => {
    expect(z.safeParse(Manifest, value).success).toBe(false);
  });

  it.each(['', ' ', '\t', '\u00a0', 'Or\nders', 'Or\u0000ders', 'Orders\u007f'])(
    'refuses the name and the description %j',
    (text) => {
      expect(accepts({ name: text })).toBe(false);
      expect(accepts({ description: text })).toBe(false);
    },
  );

  it('accepts names and descriptions up to their limits', () => {
    expect(accepts({ name: 'x'.repeat(LIMITS.nameLength) })).toBe(true);
    expect(accepts({ name: 'x'.repeat(LIMITS.nameLength + 1) })).toBe(false);
    expect(accepts({ description: 'x'.repeat(LIMITS.descriptionLength) })).toBe(true);
    expect(accepts({ description: 'x'.repeat(LIMITS.descriptionLength + 1) })).toBe(false);
  });

  it('accepts names in any script', () => {
    expect(accepts({ name: 'Заказы 📦 注文' })).toBe(true);
  });

  it('accepts no permissions, and all of them', () => {
    expect(accepts({ permissions: [] })).toBe(true);
    expect(accepts({ permissions: [...PERMISSIONS] })).toBe(true);
  });

  it('refuses permissions that are unknown or listed twice', () => {
    expect(accepts({ permissions: ['camera'] })).toBe(false);
    expect(accepts({ permissions: ['Storage'] })).toBe(false);
    expect(accepts({ permissions: ['storage', 'storage'] })).toBe(false);
  });

  it('accepts an icon on the CDN that the mini-app will be published to', () => {
    const icon = '{cdn_url}/icons/com.acme.orders.svg';
    expect(accepts({ icon })).toBe(true);
    expect(iconUrl(icon, 'http://localhost:8080/cdn')).toBe(
      'http://localhost:8080/cdn/icons/com.acme.orders.svg',
    );
    expect(iconUrl(manifest.icon, 'http://localhost:8080/cdn')).toBe(manifest.icon);
    for (const other of ['{cdn_url}', '{cdn_url}/mini-apps/a.js', '{cdn_url}.evil/icons/a.png']) {
      expect(accepts({ icon: other })).toBe(false);
    }
  });

  it('refuses an icon that is not fetched over http or https', () => {
    expect(accepts({ icon: 'javascript:alert(1)' })).toBe(false);
    expect(accepts({ icon: 'icons/orders.png' })).toBe(false);
  });

  it('wants both versions in three numbers', () => {
    expect(accepts({ version: '1.4' })).toBe(false);
    expect(accepts({ minHostVersion: '^2.0.0' })).toBe(false);
  });
});
