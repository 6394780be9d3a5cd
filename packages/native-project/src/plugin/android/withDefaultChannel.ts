import { AndroidConfig, type ConfigPlugin, withAndroidManifest } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';
import { usesFirebase } from '../usesFirebase.ts';

const DEFAULT_CHANNEL = 'com.google.firebase.messaging.default_notification_channel_id';

/** The channel of pushes that name none. */
export const withDefaultChannel: ConfigPlugin<HostPluginOptions> = (config, options) =>
  withAndroidManifest(config, (mod) => {
    const {
      addMetaDataItemToMainApplication,
      ensureToolsAvailable,
      getMainApplicationOrThrow,
      removeMetaDataItemFromMainApplication,
    } = AndroidConfig.Manifest;
    const application = getMainApplicationOrThrow(mod.modResults);
    if (options.push === false) {
      removeMetaDataItemFromMainApplication(application, DEFAULT_CHANNEL);
      return mod;
    }
    const channel = options.defaultChannel ?? 'default';
    addMetaDataItemToMainApplication(application, DEFAULT_CHANNEL, channel);
    if (!usesFirebase(mod)) return mod;
    // The manifest of its library has the same entry, with no channel: two values are refused, unless one replaces the other.
    const entry = application['meta-data']!.find(({ $ }) => $['android:name'] === DEFAULT_CHANNEL)!;
    Object.assign(entry.$, { 'tools:replace': 'android:value' });
    return { ...mod, modResults: ensureToolsAvailable(mod.modResults) };
  });
