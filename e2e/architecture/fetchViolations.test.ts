import { describe, expect, it } from 'vitest';

import { fetchViolations } from './fetchViolations.ts';

const violationsIn = (text: string, path = 'src/a/b.ts') =>
  fetchViolations([{ path, text }], ['src/exchange.ts']);

describe('the rule that the server is asked in one way', () => {
  it.each([
    'const response = await fetch(`${origin}/v1/config`);',
    'const send = given ?? ((url) => fetch(url));',
    'return globalThis.fetch(url);',
    'const send = window.fetch;',
  ])('finds %s', (text) => {
    expect(violationsIn(text)).toEqual([
      'src/a/b.ts calls fetch by hand: use createExchange or an API client.',
    ]);
    expect(violationsIn(text, 'src/exchange.ts')).toEqual([]);
    expect(violationsIn(text, 'src/a/b.test.ts')).toEqual([]);
  });

  it.each([
    'await host.prefetch(ids);',
    'await this.#files.fetch(url);',
    'class Files {\n  async fetch(url: string) {}\n}',
    '// Like fetch(url), in time.',
    'export function create(options: { fetch?: typeof fetch }) {}',
  ])('lets %s be', (text) => {
    expect(violationsIn(text)).toEqual([]);
  });
});
