import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { CatalogQuery, ResolveQuery } from './ResolveQuery.ts';

const query = { platform: 'ios', hostVersion: '2.1.0' };
const accepts = (change: object) => z.safeParse(ResolveQuery, { ...query, ...change }).success;
const catalogAccepted = (value: unknown) => z.safeParse(CatalogQuery, value).success;

describe('ResolveQuery', () => {
  it('needs a platform and the version of the host', () => {
    expect(accepts({})).toBe(true);
    expect(accepts({ platform: undefined })).toBe(false);
    expect(accepts({ hostVersion: undefined })).toBe(false);
  });

  it.each([
    { platform: 'windows' },
    { platform: 'iOS' },
    { hostVersion: '2.1' },
    { installId: '' },
    { installId: 'a b' },
    { installId: 'x'.repeat(129) },
    { cohorts: '' },
    { cohorts: 'beta,' },
    { cohorts: 'beta, staff' },
    { cohorts: Array.from({ length: 21 }, (_, index) => `c${index}`).join(',') },
    { shared: 'react' },
    { shared: 'react@' },
    { shared: 'react@^19.0.0' },
    { shared: 'react@19.2.3,' },
    { version: '1.0.0' },
  ])('refuses %j', (change) => {
    expect(accepts(change)).toBe(false);
  });

  it.each([
    { installId: '5f0c6b1e-8d1a-4b0e-9f53-0c9c6d1c8f11' },
    { cohorts: 'beta,staff-eu' },
    { shared: 'react@19.2.3,react-native@0.86.3,@react-navigation/native@7.1.0-rc.1' },
  ])('accepts %j', (change) => {
    expect(accepts(change)).toBe(true);
  });

  it('stays fast on a long text that almost fits', () => {
    const shared = `${'a@1,'.repeat(499)}a@`;
    const start = performance.now();
    expect(accepts({ shared })).toBe(false);
    expect(performance.now() - start).toBeLessThan(200);
  });
});

describe('CatalogQuery', () => {
  it('needs nothing', () => {
    expect(catalogAccepted({})).toBe(true);
  });

  it.each(['1', '9', '10', '99', '100'])('takes a limit of %s', (limit) => {
    expect(catalogAccepted({ limit })).toBe(true);
  });

  it.each(['', '0', '-1', '01', '101', '1000', '1.5', 'all', 10])(
    'refuses a limit of %j',
    (limit) => {
      expect(catalogAccepted({ limit })).toBe(false);
    },
  );
});
