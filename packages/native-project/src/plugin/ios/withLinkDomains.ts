import { type ConfigPlugin, withEntitlementsPlist } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const KEY = 'com.apple.developer.associated-domains';

/** Domains whose https links open the app. */
export const withLinkDomains: ConfigPlugin<HostPluginOptions> = (config, { linkDomains = [] }) => {
  if (linkDomains.length === 0) return config;
  return withEntitlementsPlist(config, (mod) => {
    const before = (mod.modResults[KEY] as string[] | undefined) ?? [];
    const ours = linkDomains.map((domain) => `applinks:${domain}`);
    mod.modResults[KEY] = [...new Set([...before, ...ours])];
    return mod;
  });
};
