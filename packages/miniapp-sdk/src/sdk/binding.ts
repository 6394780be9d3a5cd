import type { HostServices } from './HostServices.types.ts';
import { outsideHost } from './outsideHost.ts';

let current: () => HostServices = outsideHost;

/** The services that the package's own exports use: those of a standalone run, or none. */
export function boundServices(): HostServices {
  return current();
}

/**
 * Binds the package's own exports, for a standalone mini-app (`STANDALONE=true`). Hosts never call this: they share a
 * separate SDK with every mini-app.
 */
export function bindStandalone(services: HostServices): void {
  current = () => services;
}
