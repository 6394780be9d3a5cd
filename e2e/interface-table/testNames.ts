/** The names of the tests in a source text, as they are written there. Tests that are skipped or yet to be written do not count. */
export function testNames(text: string): string[] {
  const code = text.replaceAll(/^\s*\/\/.*$/gm, '');
  // `it('…'`, or the second call of `it.each(…)('…'` and `it.skipIf(…)('…'`.
  const calls =
    /(?:(?<![\w.])(?:it|test)(?:\.(?:only|concurrent|sequential|fails))*|[)`])\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g;
  return [...code.matchAll(calls)].map(([, , name]) => (name ?? '').replaceAll(/\\(.)/g, '$1'));
}
