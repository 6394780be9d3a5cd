import * as runtimeCore from '@module-federation/runtime/core';

const NAME = '_FEDERATION_RUNTIME_CORE';

/** Containers are built without the federation runtime and look for it under a global name: there is one for all. */
export function provideFederation(): void {
  const globals = globalThis as Record<string, unknown>;
  globals[NAME] ??= runtimeCore;
}
