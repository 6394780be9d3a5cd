import { AndroidConfig, type ConfigPlugin, withAndroidManifest } from '@expo/config-plugins';

import type { HostPluginOptions } from '../HostPluginOptions.types.ts';
import { usesFirebase } from '../usesFirebase.ts';

const DEFAULT_CHANNEL = 'com.google.firebase.messaging.default_notification_channel_id';

/** Sets the channel of pushes without one. */
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
    // The library's manifest has the same entry without a channel, which conflicts unless it is replaced explicitly.
    const entry = application['meta-data']!.find(({ $ }) => $['android:name'] === DEFAULT_CHANNEL)!;
    Object.assign(entry.$, { 'tools:replace': 'android:value' });
    return { ...mod, modResults: ensureToolsAvailable(mod.modResults) };
  });
