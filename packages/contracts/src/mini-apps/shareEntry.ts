/** The share scope entry of a module that a host shares: already loaded, and a singleton. */
export function shareEntry(
  version: string,
  module: unknown,
  { from, requiredVersion }: { from: string; requiredVersion: string },
): object {
  return {
    version,
    from,
    lib: () => module,
    get: async () => () => module,
    loaded: true,
    loading: null,
    deps: [],
    useIn: [],
    scope: ['default'],
    strategy: 'loaded-first',
    shareConfig: { singleton: true, requiredVersion, eager: true, strictVersion: false },
  };
}
