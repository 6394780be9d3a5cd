import { describe, expect, it } from 'vitest';

import { ERRORS } from './errors.ts';

const entries = Object.entries(ERRORS);

describe('the error table', () => {
  it.each(entries)('%s has a code in kebab-case', (code) => {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it.each(entries)('%s has the status of an error', (_, { status }) => {
    expect([
      400, 401, 403, 404, 408, 409, 410, 413, 415, 422, 426, 429, 500, 502, 503, 504, 507,
    ]).toContain(status);
  });

  it.each(entries)('%s has a title of a few words without a full stop', (_, { title }) => {
    expect(title).toMatch(/^(?:[A-Z]|mf-manifest\.json )/);
    expect(title).toMatch(/[^.!?:;,\s]$/);
    expect(title.length).toBeLessThanOrEqual(80);
  });

  it.each(entries)('%s says in whole sentences how it is mended', (_, { fix }) => {
    expect(fix).toMatch(/^[A-Z].*\.$/);
    expect(fix).not.toMatch(/ {2}|\n/);
    expect(fix.length).toBeGreaterThan(15);
  });

  it('has no title twice', () => {
    const titles = entries.map(([, { title }]) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('is ordered by status, as the docs list it', () => {
    const statuses = entries.map(([, { status }]) => status);
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
  });
});
