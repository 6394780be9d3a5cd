import * as sdkExports from '@host/miniapp-sdk';
import { type MemoryHost, createSdk, guardServices } from '@host/miniapp-sdk/host';
import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';

import type { WireMiniApp } from '../src/runtime/wire.types.ts';

const SDK = '@host/miniapp-sdk';

interface Opened {
  miniApp: WireMiniApp;
  host: MemoryHost;
}

/**
 * Gives every mini-app an SDK of its own. What a container is initialised with is a copy of the host's share scope in which
 * the SDK is bound to that mini-app and to what its manifest declares: who it is comes from the host, never from it.
 */
export function sdkScope(
  opened: (globalName: string) => Opened | undefined,
): ModuleFederationRuntimePlugin {
  return {
    name: 'sdk-scope',
    beforeInitContainer(args) {
      const app = opened(args.remoteInfo.name);
      if (!app) throw new Error(`${args.remoteInfo.name} was not opened by this host.`);
      const scope = { ...args.shareScope, [SDK]: { [SDK_VERSION]: sharedSdk(app) } };
      // With a version of its own, every version of a mini-app has a federation instance, and so a share scope, of its own.
      const options = { ...args.remoteEntryInitOptions, version: app.miniApp.version };
      Object.defineProperty(options, 'shareScopeMap', {
        value: { default: scope },
        enumerable: false,
      });
      return { ...args, shareScope: scope, remoteEntryInitOptions: options } as typeof args;
    },
  };
}

function sharedSdk({ miniApp, host }: Opened) {
  const permissions = miniApp.permissions as Parameters<typeof guardServices>[1];
  const services = guardServices(host.services, permissions);
  const sdk = Object.freeze({ ...sdkExports, ...createSdk(() => services), __esModule: true });
  return {
    version: SDK_VERSION,
    from: 'host',
    lib: () => sdk,
    get: async () => () => sdk,
    loaded: true,
    loading: null,
    deps: [],
    useIn: [],
    scope: ['default'],
    strategy: 'loaded-first',
    shareConfig: { singleton: true, requiredVersion: '*', eager: true, strictVersion: false },
  };
}
