import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';
import { Registration, StatedDigests } from './Registration.ts';

const registration: Registration = {
  appId: 'com.acme.orders',
  name: 'Orders',
  version: '1.4.0',
  manifestUrl: 'https://cdn.example.com/mini-apps/com.acme.orders/1.4.0/mf-manifest.json',
  bundleZipUrl: 'https://cdn.example.com/mini-apps/com.acme.orders/1.4.0/${platform}.zip',
  permissions: ['storage'],
  minHostVersion: '2.0.0',
};
const digest = '0123456789abcdef'.repeat(4);

const accepts = (change: object) =>
  z.safeParse(Registration, { ...registration, ...change }).success;

/** The fields that a registration is refused for. */
const wrongFields = (value: unknown) => [
  ...new Set(z.safeParse(Registration, value).error?.issues.map((issue) => issue.path.join('.'))),
];

describe('Registration', () => {
  it('accepts the seven fields of the interface', () => {
    expect(z.safeParse(Registration, registration)).toEqual({ success: true, data: registration });
  });

  it.each(Object.keys(registration))('names %s when it is missing', (field) => {
    const { [field]: _, ...rest } = registration as Record<string, unknown>;
    expect(wrongFields(rest)).toEqual([field]);
  });

  it.each([...Object.keys(registration), 'description', 'icon', 'digests', 'signatures'])(
    'names %s when it is not of its type',
    (field) => {
      for (const value of [null, 1, true]) {
        expect(wrongFields({ ...registration, [field]: value })).toEqual([field]);
      }
    },
  );

  it('accepts a description, an icon and digests', () => {
    expect(
      accepts({
        description: 'What you ordered',
        icon: 'https://cdn.example.com/icons/orders.png',
        digests: { ios: digest, android: digest, web: digest },
      }),
    ).toBe(true);
    expect(accepts({ digests: {} })).toBe(true);
  });

  it('accepts signatures', () => {
    const signature = { keyId: '0123456789abcdef', signature: `${'A'.repeat(86)}==` };
    const both = { ios: signature, android: signature };
    expect(accepts({ signatures: both })).toBe(true);
    expect(accepts({ signatures: { ...both, web: signature } })).toBe(true);
    expect(accepts({ signatures: { ios: { ...signature, publicKey: 'x' } } })).toBe(false);
  });

  it('refuses fields that do not exist', () => {
    expect(accepts({ status: 'released' })).toBe(false);
    expect(accepts({ digests: { windows: digest } })).toBe(false);
    expect(accepts({ signatures: { windows: {} } })).toBe(false);
  });

  it.each(['', ' ', 'x'.repeat(LIMITS.nameLength + 1)])('refuses the name %j', (name) => {
    expect(accepts({ name })).toBe(false);
  });

  it('refuses a permission that is listed twice', () => {
    expect(accepts({ permissions: ['push', 'storage', 'push'] })).toBe(false);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://cdn.example.com/mf-manifest.json',
    'https://ann:secret@cdn.example.com/mf-manifest.json',
    'https://cdn.example.com/mf-manifest.json#x',
    'mf-manifest.json',
  ])('refuses the manifestUrl %s', (manifestUrl) => {
    expect(accepts({ manifestUrl })).toBe(false);
  });

  it.each([
    'https://cdn.example.com/ios.zip',
    'https://cdn.example.com/${platform}/${platform}.zip',
    'https://cdn.example.com/$platform.zip',
    'https://cdn.example.com/${ platform }.zip',
    'https://cdn.example.com/${PLATFORM}.zip',
    'javascript:alert("${platform}")',
    'https://ann@cdn.example.com/${platform}.zip',
    'https://cdn.example.com/${platform}.zip#x',
    '${platform}',
    '/mini-apps/${platform}.zip',
  ])('refuses the bundleZipUrl %s', (bundleZipUrl) => {
    expect(wrongFields({ ...registration, bundleZipUrl })).toEqual(['bundleZipUrl']);
  });

  it('refuses a bundleZipUrl over the limit', () => {
    const start = 'https://cdn.example.com/${platform}';
    expect(accepts({ bundleZipUrl: start.padEnd(LIMITS.urlLength, 'x') })).toBe(true);
    expect(accepts({ bundleZipUrl: start.padEnd(LIMITS.urlLength + 1, 'x') })).toBe(false);
  });

  it.each([
    digest.toUpperCase(),
    digest.slice(1),
    `${digest}0`,
    `sha256:${digest}`,
    'g'.repeat(64),
  ])('refuses the digest %s', (ios) => {
    expect(accepts({ digests: { ios } })).toBe(false);
  });
});

describe('StatedDigests', () => {
  const stated = { sha256: digest, size: 1 };

  it('wants digest and size for ios and android', () => {
    expect(z.safeParse(StatedDigests, { ios: stated, android: stated }).success).toBe(true);
    expect(z.safeParse(StatedDigests, { ios: stated }).success).toBe(false);
    expect(z.safeParse(StatedDigests, { ios: stated, android: { sha256: digest } }).success).toBe(
      false,
    );
  });

  it.each([0, -1, 1.5, '1'])('refuses the size %j', (size) => {
    const android = { sha256: digest, size };
    expect(z.safeParse(StatedDigests, { ios: stated, android }).success).toBe(false);
  });
});
