import type { ComponentType } from 'react';

import type { AssetUrl, Container } from './Container.types.ts';
import { shareScope } from './shareScope.ts';
import type { SharedModules } from './SharedModules.types.ts';

/**
 * Gives a container what it may use and takes the mini-app's root component from it. Who the mini-app is, is decided by
 * the SDK among `modules`, never by anything that the container says.
 */
export async function openContainer(
  container: Container,
  { modules, instance, assetUrl }: { modules: SharedModules; instance: string; assetUrl: AssetUrl },
): Promise<ComponentType> {
  const scope = shareScope(modules);
  // The version names its federation instance: by default the runtime gives all containers of one name the same
  // instance, and so the same share scope.
  await container.init(scope, [], {
    version: instance,
    shareScopeMap: { default: scope },
    assetUrl,
  });
  const factory = await container.get('./App');
  const App = (factory() as { default?: unknown } | undefined)?.default;
  if (typeof App === 'function' || (typeof App === 'object' && App !== null)) {
    return App as ComponentType;
  }
  throw new Error(
    './App has no default export: export the root component of src/App.tsx as default.',
  );
}

/** Whether a value can be a container. */
export function isContainer(value: unknown): value is Container {
  const { init, get } = (value ?? {}) as Partial<Container>;
  return typeof init === 'function' && typeof get === 'function';
}
