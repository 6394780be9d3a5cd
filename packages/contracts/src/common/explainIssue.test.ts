import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { explainIssue } from './explainIssue.ts';
import { Manifest } from '../mini-apps/Manifest.ts';

const problemsOf = (value: unknown) =>
  z
    .safeParse(Manifest, value, { error: explainIssue })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
const GOOD = {
  appId: 'com.acme.orders',
  name: 'Orders',
  version: '1.4.0',
  description: 'What you ordered',
  icon: 'https://cdn.example/icons/com.acme.orders.svg',
  permissions: [],
  minHostVersion: '1.0.0',
};
const ALL = 'storage, analytics, push, user, email, device, network';

describe('a problem of a manifest', () => {
  it('names a value that is no choice, all that are, and the nearest', () => {
    expect(problemsOf({ ...GOOD, permissions: ['push', 'storag'] })).toEqual([
      `permissions.1: "storag" is none of ${ALL}; did you mean "storage"?`,
    ]);
    expect(problemsOf({ ...GOOD, permissions: ['camera'] })).toEqual([
      `permissions.0: "camera" is none of ${ALL}`,
    ]);
    expect(problemsOf({ ...GOOD, permissions: [{ a: 'x'.repeat(1000) }] })![0]).toHaveLength(
      `permissions.0: … is none of ${ALL}`.length + 60,
    );
  });

  it('says what was expected where something is missing, of another type, or too much', () => {
    const { name: _, ...nameless } = GOOD;
    expect(problemsOf(nameless)).toEqual([
      'name: Invalid input: expected string, received undefined',
    ]);
    expect(problemsOf({ ...GOOD, homepage: 'x' })).toEqual([': Unrecognized key: "homepage"']);
    expect(problemsOf(null)).toEqual([': Invalid input: expected object, received null']);
  });

  it('keeps the words that a schema has of its own', () => {
    expect(problemsOf({ ...GOOD, version: '1.4' })![0]).toContain('<major>.<minor>.<patch>');
  });
});
