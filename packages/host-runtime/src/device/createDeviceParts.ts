import { ScriptManager } from '@callstack/repack/client';

import type { HostOptions } from '../HostOptions.types.ts';
import { createNativeLoader } from '../native/createNativeLoader.ts';
import { nativeSharedModules } from '../native/nativeSharedModules.ts';
import type { MiniAppLoader } from '../ports/MiniAppLoader.types.ts';
import { createNativeFiles } from './createNativeFiles.ts';
import { createNativeStore } from './createNativeStore.ts';
import { pureCrypto } from './pureCrypto.ts';

/** What a host on a phone is made of. */
export interface DeviceParts extends Pick<HostOptions, 'store' | 'files'> {
  realm: MiniAppLoader;
  crypto: NonNullable<HostOptions['crypto']>;
  isolation: NonNullable<HostOptions['isolation']>;
}

/** The parts of a host that are the same on every phone: for a host that puts itself together. */
export function createDeviceParts(): DeviceParts {
  const { files, scripts } = createNativeFiles();
  return {
    files,
    store: createNativeStore(),
    realm: createNativeLoader({
      manager: ScriptManager.shared,
      shared: nativeSharedModules(),
      scripts,
    }),
    crypto: pureCrypto,
    // There are no frames on a device: what a host lists in its registry runs in the app, verified and bound to its SDK.
    isolation: () => 'realm',
  };
}
