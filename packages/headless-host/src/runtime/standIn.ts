/**
 * Whatever a module of the host might be: called, constructed or asked for anything, it is the same again. So is a copy of
 * it: tools that compile libraries copy a module by the names that they find in it, and look for the others in its
 * prototype.
 */
export const standIn: unknown = new Proxy(function standInFunction() {}, {
  get: (_target, key) => valueOf(key),
  has: () => true,
  getPrototypeOf: () => prototype,
  apply: () => standIn,
  construct: () => standIn as object,
});

/** Where the chain of prototypes ends. */
const prototype = new Proxy(Object.create(null) as object, {
  get: (_target, key) => valueOf(key),
  has: () => true,
});

function valueOf(key: string | symbol): unknown {
  if (key === Symbol.toPrimitive) return () => '';
  // A promise would wait for it for ever.
  if (key === 'then') return undefined;
  return key === '__esModule' ? true : standIn;
}
