import { type FederationInstance, globals } from './globals.ts';
import type { Version } from './VersionsApart.types.ts';

/**
 * Marks the federation instance of a just evaluated container as belonging to its version. Otherwise federation would reuse
 * it, and its share scope, for the next version, which has the same container name.
 */
export function claimInstance({ name, remoteName }: Version): FederationInstance | undefined {
  const claimed = instances().find(({ options }) => options.name === name && !options.version);
  if (claimed) claimed.options.version = remoteName;
  return claimed;
}

/** Removes an instance from federation's list, which would otherwise keep everything of the mini-app in memory. */
export function dropInstance(instance: FederationInstance | undefined): void {
  const all = instances();
  const index = all.findIndex((one) => one === instance);
  if (index >= 0) all.splice(index, 1);
}

function instances(): FederationInstance[] {
  return globals['__FEDERATION__']?.['__INSTANCES__'] ?? [];
}
