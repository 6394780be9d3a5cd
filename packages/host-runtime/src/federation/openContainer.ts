import type { ComponentType } from 'react';

import type { AssetUrl, Container } from './Container.types.ts';
import { shareScope } from './shareScope.ts';
import type { SharedModules } from './SharedModules.types.ts';

/**
 * Initializes a container with its shared modules and returns the mini-app's root component. The mini-app's identity is
 * determined by the SDK in `modules`, never by the container itself.
 */
export async function openContainer(
  container: Container,
  { modules, instance, assetUrl }: { modules: SharedModules; instance: string; assetUrl: AssetUrl },
): Promise<ComponentType> {
  const scope = shareScope(modules);
  // The instance is named after the version: by default, all containers with the same name get the same federation instance,
  // and so the same share scope.
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
