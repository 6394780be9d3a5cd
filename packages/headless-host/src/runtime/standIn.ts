/**
 * A stub for any module of the host: calling it, constructing it, or reading any property returns the stub itself. This also
 * works for a copy of it: compiled libraries copy a module's own properties, and look up others in its prototype.
 */
export const standIn: unknown = new Proxy(function standInFunction() {}, {
  get: (_target, key) => valueOf(key),
  has: () => true,
  getPrototypeOf: () => prototype,
  apply: () => standIn,
  construct: () => standIn as object,
});

/** The end of the prototype chain. */
const prototype = new Proxy(Object.create(null) as object, {
  get: (_target, key) => valueOf(key),
  has: () => true,
});

function valueOf(key: string | symbol): unknown {
  if (key === Symbol.toPrimitive) return () => '';
  // Otherwise a promise that resolves to it would wait forever.
  if (key === 'then') return undefined;
  return key === '__esModule' ? true : standIn;
}
