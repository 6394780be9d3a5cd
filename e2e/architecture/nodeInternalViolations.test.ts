import { expect, it } from 'vitest';

import { nodeInternalViolations } from './nodeInternalViolations.ts';

it('finds what Node does not promise outside of the one file for it, and not in tests', () => {
  const text = 'const { _handle: handle } = socket;';
  const sources = ['src/internals.ts', 'src/a/wire.ts', 'src/a/wire.test.ts'].map((path) => ({
    path,
    text,
  }));
  expect(nodeInternalViolations(sources, 'src/internals.ts')).toEqual([
    'src/a/wire.ts uses _handle, which Node does not promise: only src/internals.ts may.',
  ]);
});
