import type { ShareScope } from './Container.types.ts';
import type { SharedModules } from './SharedModules.types.ts';

/** A share scope for one container; nothing that the container does to it reaches another. */
export function shareScope(modules: SharedModules): ShareScope {
  const entries = Object.entries(modules).map(([name, { version, module }]) => [
    name,
    { [version]: shared(version, module) },
  ]);
  return Object.fromEntries(entries) as ShareScope;
}

function shared(version: string, module: object): object {
  return {
    version,
    from: 'host',
    lib: () => module,
    get: async () => () => module,
    loaded: true,
    loading: null,
    deps: [],
    useIn: [],
    scope: ['default'],
    strategy: 'loaded-first',
    shareConfig: {
      singleton: true,
      requiredVersion: `^${version}`,
      eager: true,
      strictVersion: false,
    },
  };
}
