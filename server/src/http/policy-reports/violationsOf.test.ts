import { describe, expect, it } from 'vitest';

import { violationsOf } from './violationsOf.ts';

const legacy = (change: object = {}) =>
  violationsOf({
    'csp-report': {
      'document-uri': 'https://host.example/app/miniapp/a?token=secret#secret',
      'effective-directive': 'connect-src',
      'blocked-uri': 'https://elsewhere.example/collect/secret?secret',
      ...change,
    },
  });
const TOLD = {
  directive: 'connect-src',
  page: '/app/miniapp/a',
  blocked: 'https://elsewhere.example',
};

describe('a violation of a policy', () => {
  it('is told without queries, fragments and the path of what was blocked, in both forms', () => {
    expect(legacy()).toEqual([TOLD]);
    const body = {
      documentURL: 'https://host.example/app/miniapp/a?token=secret#secret',
      effectiveDirective: 'connect-src',
      blockedURL: 'https://elsewhere.example/collect/secret?secret',
    };
    expect(violationsOf([{ type: 'csp-violation', body }])).toEqual([TOLD]);
  });

  it('is not what another kind of report tells of', () => {
    const body = { documentURL: 'https://host.example/', effectiveDirective: 'img-src' };
    expect(violationsOf([{ type: 'deprecation', body }])).toEqual([]);
    expect(violationsOf([{ type: 'csp-violation', body: null }])).toEqual([]);
  });

  it('has a directive of a fixed list, and other for the rest', () => {
    const directiveOf = (change: object) => legacy(change)[0]!.directive;
    expect(directiveOf({ 'effective-directive': 'made-up' })).toBe('other');
    const older = { 'effective-directive': undefined };
    expect(directiveOf(older)).toBe('other');
    expect(directiveOf({ ...older, 'violated-directive': "script-src 'self'" })).toBe('script-src');
  });

  it.each([
    ['inline', 'inline'],
    ['eval', 'eval'],
    ['data', 'data'],
    ['', '(none)'],
    [undefined, '(none)'],
    ['no address', '(none)'],
    ['chrome-extension://abc/script.js', 'chrome-extension:'],
    [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, '(long)'],
    ['wss://elsewhere.example:8443/socket', 'wss://elsewhere.example:8443'],
    ['https://user:password@elsewhere.example/', 'https://elsewhere.example'],
  ])('says of the blocked %s: %s', (blocked, shown) => {
    expect(legacy({ 'blocked-uri': blocked })).toEqual([{ ...TOLD, blocked: shown }]);
  });

  it('does not show a long path, which could end in half a secret', () => {
    const page = `https://host.example/app/${'a'.repeat(200)}`;
    expect(legacy({ 'document-uri': page })).toEqual([{ ...TOLD, page: '(long)' }]);
  });
});
