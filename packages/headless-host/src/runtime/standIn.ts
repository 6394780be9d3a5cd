/** Whatever a module of the host might be: called, constructed or asked for anything, it is the same again. */
export const standIn: unknown = new Proxy(function standInFunction() {}, {
  get(_target, key) {
    if (key === Symbol.toPrimitive) return () => '';
    // A promise would wait for it for ever.
    if (key === 'then') return undefined;
    return key === '__esModule' ? true : standIn;
  },
  apply: () => standIn,
  construct: () => standIn as object,
});
