import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { type RspackPluginInstance, rspack } from '@rspack/core';

import type { BuildPlan } from './BuildPlan.types.ts';
import { federationOptions } from './commonConfig.ts';
import { loadRepack } from './loadRepack.ts';

/** Shares everything below a package, as provided by the host. */
const BELOW = { singleton: true, eager: false, requiredVersion: '*', import: false } as const;

/** Federation on a device, where the host loads scripts. */
export function nativeFederation(plan: BuildPlan): RspackPluginInstance[] {
  const options = federationOptions(plan);
  // The dev server serves only files that end in .bundle.
  const filename = plan.serve ? `${options.filename}.bundle` : options.filename;
  if (plan.standalone) {
    const { plugins } = loadRepack();
    return [new plugins.ModuleFederationPluginV2({ ...options, filename })];
  }
  return [
    // Otherwise the runtime has a dynamic import, which Hermes cannot compile.
    new rspack.DefinePlugin({ FEDERATION_ALLOW_NEW_FUNCTION: true }),
    new ModuleFederationPlugin({
      ...options,
      filename,
      shared: { ...options.shared, 'react-native/': BELOW, '@react-native/': BELOW },
      // The host has loaded all shared modules before it opens a mini-app, so there is no need to wait for any.
      shareStrategy: 'loaded-first',
    }),
  ];
}
