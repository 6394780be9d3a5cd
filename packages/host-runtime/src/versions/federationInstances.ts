import { type FederationInstance, globals } from './globals.ts';
import type { Version } from './VersionsApart.types.ts';

/**
 * Marks the federation instance of a container that was just evaluated as that version's. Until it is marked, federation
 * would give the same one, and with it the same share scope, to the next version: they have the container's name in common.
 */
export function claimInstance({ name, remoteName }: Version): FederationInstance | undefined {
  const claimed = instances().find(({ options }) => options.name === name && !options.version);
  if (claimed) claimed.options.version = remoteName;
  return claimed;
}

/** Takes an instance off federation's list, which would keep all that the mini-app has loaded. */
export function dropInstance(instance: FederationInstance | undefined): void {
  const all = instances();
  const index = all.findIndex((one) => one === instance);
  if (index >= 0) all.splice(index, 1);
}

function instances(): FederationInstance[] {
  return globals['__FEDERATION__']?.['__INSTANCES__'] ?? [];
}
