import { ScriptManager } from '@callstack/repack/client';

import type { HostOptions } from '../HostOptions.types.ts';
import type { SharedModules } from '../federation/SharedModules.types.ts';
import { sharedVersions } from '../federation/sharedVersions.ts';
import { createNativeLoader } from '../native/createNativeLoader.ts';
import { nativeSharedModules } from '../native/nativeSharedModules.ts';
import type { Loaders } from '../ports/MiniAppLoader.types.ts';
import { createNativeFiles } from './createNativeFiles.ts';
import { createNativeStore } from './createNativeStore.ts';
import { pureCrypto } from './pureCrypto.ts';

/** The parts of a host on a phone. */
export interface DeviceParts extends Pick<HostOptions, 'store' | 'files'> {
  loaders: Pick<Loaders, 'realm' | 'shared'>;
  crypto: NonNullable<HostOptions['crypto']>;
  isolation: NonNullable<HostOptions['isolation']>;
}

/** What an app adds to the default parts. */
export interface DevicePartsOptions {
  /** Additional libraries that your app shares with mini-apps; the loader and the registry are informed of them. */
  shared?: SharedModules;
}

/**
 * The default parts of a host on a phone, for hosts that are assembled manually.
 *
 * @example
 * const parts = createDeviceParts({ shared: { 'react-native-svg': { version: '15.15.5', module: svg } } });
 */
export function createDeviceParts(options: DevicePartsOptions = {}): DeviceParts {
  const { files, scripts } = createNativeFiles();
  const shared = { ...nativeSharedModules(), ...options.shared };
  return {
    files,
    store: createNativeStore(),
    loaders: {
      realm: createNativeLoader({ manager: ScriptManager.shared, shared, scripts }),
      // The versions that the app is bundled with, which can differ from those of this release.
      shared: sharedVersions(shared),
    },
    crypto: pureCrypto,
    // There are no frames on a device: mini-apps of the registry run in the app, verified and bound to their SDK.
    isolation: () => 'realm',
  };
}
