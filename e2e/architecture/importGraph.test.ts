import { describe, expect, it } from 'vitest';

import { importGraph } from './importGraph.ts';

const graphOf = (...sources: [path: string, text: string][]) =>
  Object.fromEntries(importGraph(sources.map(([path, text]) => ({ path, text }))));

describe('the graph of imports', () => {
  it('has every import between files of src, types included, once', () => {
    const text = [
      `import type { B } from './b.ts';`,
      `import { c } from '../other/c.ts';`,
      `import { x } from '@host/contracts';`,
      `import manifest from '../../package.json' with { type: 'json' };`,
      `export { b } from './b.ts';`,
    ].join('\n');
    expect(graphOf(['src/here/a.ts', text], ['src/here/b.ts', ''])).toEqual({
      'here/a.ts': ['here/b.ts', 'other/c.ts'],
      'here/b.ts': [],
    });
  });

  it('leaves out what tests import, and what is not in src', () => {
    const text = `import './b.ts';`;
    expect(
      graphOf(
        ['src/a.test.ts', text],
        ['src/a.web.test.tsx', text],
        ['src/a.testing.ts', text],
        ['src/testing/a.ts', text],
        ['src/deep/testing/a.ts', text],
        ['test/a.ts', text],
      ),
    ).toEqual({});
  });

  it('takes the forms of a file for several platforms as one', () => {
    expect(
      graphOf(
        ['src/a.ts', `import './b.ts';`],
        ['src/a.native.ts', `import './a.ts';\nimport './c.ts';`],
      ),
    ).toEqual({ 'a.ts': ['b.ts', 'c.ts'] });
  });
});
