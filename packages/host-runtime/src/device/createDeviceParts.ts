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

/** What a host on a phone is made of. */
export interface DeviceParts extends Pick<HostOptions, 'store' | 'files'> {
  loaders: Pick<Loaders, 'realm' | 'shared'>;
  crypto: NonNullable<HostOptions['crypto']>;
  isolation: NonNullable<HostOptions['isolation']>;
}

/** What an app adds to the parts that are the same in every app. */
export interface DevicePartsOptions {
  /** Libraries of your app that mini-apps take from it, besides those of every host: their loader and the registry are told. */
  shared?: SharedModules;
}

/**
 * The parts of a host that are the same on every phone: for a host that puts itself together.
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
      // What the app is bundled with, which need not be what hosts of this release were built with.
      shared: sharedVersions(shared),
    },
    crypto: pureCrypto,
    // There are no frames on a device: what a host lists in its registry runs in the app, verified and bound to its SDK.
    isolation: () => 'realm',
  };
}
