import { describe, expect, it } from 'vitest';

import { nodeInternalViolations } from './nodeInternalViolations.ts';

describe('the rule that one file of a package uses what Node does not promise', () => {
  it('finds it outside of that file, and not in tests', () => {
    const text = 'const { _handle: handle } = socket;';
    const sources = ['src/internals.ts', 'src/a/wire.ts', 'src/a/wire.test.ts'].map((path) => ({
      path,
      text,
    }));
    expect(nodeInternalViolations(sources, 'src/internals.ts')).toEqual([
      'src/a/wire.ts uses _handle, which Node does not promise: only src/internals.ts may.',
    ]);
  });

  it.each([
    ['response.req.socket._httpMessage', '_httpMessage'],
    ['Module._initPaths()', '_initPaths'],
    ['socket._parent', '_parent'],
    ['socket._server', '_server'],
    ['emitter._events', '_events'],
    ['stream._readableState', '_readableState'],
    ['stream._writableState', '_writableState'],
    ['Module._resolveFilename(name)', '_resolveFilename'],
    ['Module._load(name)', '_load'],
    ["Module._extensions['.ts']", '_extensions'],
    ['executionAsyncResource()', 'executionAsyncResource'],
    ["process.binding('fs')", 'process.binding'],
    ['Object.getOwnPropertySymbols(socket)', 'getOwnPropertySymbols'],
  ])('finds %s, also in a package that has no such file', (text, sign) => {
    expect(nodeInternalViolations([{ path: 'src/a.ts', text }], undefined)).toEqual([
      `src/a.ts uses ${sign}, which Node does not promise.`,
    ]);
  });
});
