import { type ConfigPlugin, createRunOncePlugin } from '@expo/config-plugins';

import type { HostPluginOptions } from './HostPluginOptions.types.ts';
import { withAndroidComponent } from './android/withAndroidComponent.ts';
import { withHostManifest } from './android/withHostManifest.ts';
import { withRepackGradle } from './android/withRepackGradle.ts';
import { withDeepLinks } from './ios/withDeepLinks.ts';
import { withIosComponent } from './ios/withIosComponent.ts';
import { withLinkDomains } from './ios/withLinkDomains.ts';
import { withPushCapability } from './ios/withPushCapability.ts';
import { withRepackXcode } from './ios/withRepackXcode.ts';
import { withTransportSecurity } from './ios/withTransportSecurity.ts';

const PARTS: readonly ConfigPlugin<HostPluginOptions>[] = [
  withHostManifest,
  withRepackGradle,
  withAndroidComponent,
  withPushCapability,
  withTransportSecurity,
  withRepackXcode,
  withDeepLinks,
  withLinkDomains,
  withIosComponent,
];

const withParts: ConfigPlugin<HostPluginOptions | void> = (config, options) => {
  if (config.scheme === undefined) {
    throw new Error(
      'app.json names no scheme, so that no deep link would open the app. Add "scheme": "acme" to it.',
    );
  }
  return PARTS.reduce((changed, part) => part(changed, options ?? {}), config);
};

/** Makes the native projects of an app those of a host: push, deep links, Re.Pack as the bundler. */
export const withHost = createRunOncePlugin(withParts, '@host/native-project');
