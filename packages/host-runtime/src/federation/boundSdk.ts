import * as sdkExports from '@host/miniapp-sdk';
import { type HostServices, createSdk } from '@host/miniapp-sdk/host';
import sdkPackage from '@host/miniapp-sdk/package.json' with { type: 'json' };

import type { SharedModule } from './SharedModules.types.ts';

/** The name under which mini-apps import the SDK. */
export const SDK = '@host/miniapp-sdk';

/** The version of the SDK that this host provides. */
export const SDK_VERSION = sdkPackage.version;

/**
 * The SDK of one mini-app: frozen, and bound to services that only it has. The unbound one is in no share scope, so a
 * mini-app cannot pose as another by asking for it.
 */
export function boundSdk(services: HostServices): SharedModule {
  const sdk = createSdk(() => services);
  return {
    version: SDK_VERSION,
    module: Object.freeze({ ...sdkExports, ...sdk, __esModule: true }),
  };
}
