import { describe, expect, it } from 'vitest';

import { copyViolations } from './copyViolations.ts';
import { fakePackage } from './fakePackage.ts';

const violationsIn = (text: string, folder = 'packages/kit', path = 'src/a.ts') =>
  copyViolations([fakePackage(folder, {}, [{ path, text }])]);

describe('the rule that some things exist once', () => {
  const copies: [string, string, string][] = [
    ['export function createObservable(initial) {}', 'createObservable', 'common/createObservable'],
    ['class Observable {}', 'createObservable', 'common/createObservable'],
    ['interface MutableObservable<Value> {', 'createObservable', 'common/createObservable'],
    [
      'const waiting = new Set<() => void>(); return { subscribe: (each) => waiting.add(each) };',
      'createObservable',
      'common/createObservable',
    ],
    ['const [, token] = /^Bearer (.+)$/.exec(header) ?? [];', 'bearerIn', 'headers/bearerIn'],
    ["if (header.startsWith('Bearer ')) return;", 'bearerIn', 'headers/bearerIn'],
    ["const token = header.slice('bearer '.length);", 'bearerIn', 'headers/bearerIn'],
    [
      'const isKey = key.length <= LIMITS.idempotencyKeyLength;',
      'isIdempotencyKey',
      'headers/idempotencyKey',
    ],
    [
      "const headers = { 'Idempotency-Key': key };",
      'idempotencyHeader, or an API client',
      'transport/idempotencyHeader',
    ],
    [
      "headers['idempotency-key'] = key;",
      'idempotencyHeader, or an API client',
      'transport/idempotencyHeader',
    ],
    ['const entry = { shareConfig: { singleton: true } };', 'shareEntry', 'mini-apps/shareEntry'],
    ["const entry = { strategy: 'loaded-first' };", 'shareEntry', 'mini-apps/shareEntry'],
  ];

  it.each(copies)('finds a copy: %s', (text, use, original) => {
    expect(violationsIn(text)).toEqual([
      expect.stringMatching(
        new RegExp(`^packages/kit/src/a.ts .*: use ${use} \\(.*/${original}\\.ts\\)\\.$`),
      ),
    ]);
    expect(violationsIn(text, 'packages/kit', 'src/a.test.ts')).toEqual([]);
    expect(violationsIn(`// ${text}`)).toEqual([]);
  });

  it('lets the original be, and what only uses it or is alike', () => {
    const original = 'export function createObservable(initial) {}';
    expect(violationsIn(original, 'packages/contracts', 'src/common/createObservable.ts')).toEqual(
      [],
    );
    for (const text of [
      "import { createObservable, type Observable } from '@host/contracts';",
      'const state = createObservable<State>(initial);',
      'function useObservable<Value>({ get }: Observable<Value>): Value {}',
      'const resumeListeners = new Set<() => void>();',
      'const headers = { authorization: `Bearer ${token}` };',
      "if (request.headers['idempotency-key'] === undefined) return;",
      'const shared = { react: { singleton: true, requiredVersion: false } };',
    ]) {
      expect(violationsIn(text)).toEqual([]);
    }
  });
});
