import type { HostServices } from './HostServices.types.ts';
import { outsideHost } from './outsideHost.ts';

let current: () => HostServices = outsideHost;

/** The services that the package's own exports use: those of a stand-alone run, or none. */
export function boundServices(): HostServices {
  return current();
}

/**
 * Binds the package's own exports, for a mini-app that runs without a host (`STANDALONE=true`). Hosts never call this:
 * they share an SDK of its own with every mini-app.
 */
export function bindStandalone(services: HostServices): void {
  current = () => services;
}
