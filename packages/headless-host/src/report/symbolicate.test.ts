import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { BASE_URL } from '../engines/Program.ts';
import { Symbolicator } from './symbolicate.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'symbolicate-'));
});

afterEach(() => rm(folder, { recursive: true }));

const STACK = [
  'TypeError: x is not a function',
  '    at f (app/index.bundle:1:5)',
  '    at app/index.bundle:1:9',
  '    at dispatch (host.bundle:40:1200)',
].join('\n');

const files = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [`${BASE_URL}app/${name}`, join(folder, name)]));

describe('a stack', () => {
  it('is shown without the host, in places of the bundle where there is no source map', () => {
    expect(new Symbolicator(files('index.bundle')).symbolicate(STACK)).toEqual({
      at: 'index.bundle:1:5',
      stack: '    at f (index.bundle:1:5)\n    at index.bundle:1:9',
    });
  });

  // Trying every bracket with every colon would take many minutes.
  it.each([' (', ' (:1', ':1', ':1:1x', '1', ' '])(
    'is read at once where a line is full of %j',
    (part) => {
      const line = `    at ${part.repeat(500_000)}`;
      const { stack } = new Symbolicator(files('index.bundle')).symbolicate(`${line}\n${STACK}`);
      expect(stack).toBe('    at f (index.bundle:1:5)\n    at index.bundle:1:9');
    },
  );

  it('names the mini-app where there are several', () => {
    const two = { ...files('index.bundle'), [`${BASE_URL}other/index.bundle`]: 'index.bundle' };
    expect(new Symbolicator(two).symbolicate(STACK).at).toBe('app/index.bundle:1:5');
  });

  it('is shown in places of the source where there is one', async () => {
    // Column 4 is line 3, column 2 of a library; column 8 is line 5, column 0 of the mini-app.
    const map = {
      version: 3,
      sources: ['node_modules/lib/a.js', './src/App.tsx'],
      names: [],
      mappings: 'IAEE,ICEF',
    };
    await writeFile(join(folder, 'index.bundle.map'), JSON.stringify(map));
    const symbolicator = new Symbolicator(files('index.bundle', 'index.bundle.map'));
    expect(symbolicator.symbolicate(STACK)).toEqual({
      at: 'src/App.tsx:5:1',
      stack: '    at f (node_modules/lib/a.js:3:3)\n    at src/App.tsx:5:1',
    });
  });

  it('is shown even where the source map is broken', async () => {
    await writeFile(join(folder, 'index.bundle.map'), 'no map');
    const symbolicator = new Symbolicator(files('index.bundle', 'index.bundle.map'));
    expect(symbolicator.symbolicate(STACK).at).toBe('index.bundle:1:5');
  });
});
