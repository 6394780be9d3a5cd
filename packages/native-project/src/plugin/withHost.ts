import { type ConfigPlugin, createRunOncePlugin } from '@expo/config-plugins';

import type { HostPluginOptions } from './HostPluginOptions.types.ts';
import { withAndroidComponent } from './android/withAndroidComponent.ts';
import { withAndroidEntry } from './android/withAndroidEntry.ts';
import { withAndroidFonts } from './android/withAndroidFonts.ts';
import { withAndroidLanguages } from './android/withAndroidLanguages.ts';
import { withDefaultChannel } from './android/withDefaultChannel.ts';
import { withHostManifest } from './android/withHostManifest.ts';
import { withPermissions } from './android/withPermissions.ts';
import { withRepackGradle } from './android/withRepackGradle.ts';
import { withDeepLinks } from './ios/withDeepLinks.ts';
import { withFirebasePods } from './ios/withFirebasePods.ts';
import { withIosComponent } from './ios/withIosComponent.ts';
import { withIosEntry } from './ios/withIosEntry.ts';
import { withIosFonts } from './ios/withIosFonts.ts';
import { withIosLanguages } from './ios/withIosLanguages.ts';
import { withLinkDomains } from './ios/withLinkDomains.ts';
import { withPushCapability } from './ios/withPushCapability.ts';
import { withRepackXcode } from './ios/withRepackXcode.ts';
import { withTransportSecurity } from './ios/withTransportSecurity.ts';
import { isTag } from './isTag.ts';
import { schemeProblem } from './schemeProblem.ts';

const PARTS: readonly ConfigPlugin<HostPluginOptions>[] = [
  withHostManifest,
  withPermissions,
  withDefaultChannel,
  withRepackGradle,
  withAndroidComponent,
  withAndroidFonts,
  withAndroidLanguages,
  withAndroidEntry,
  withPushCapability,
  withTransportSecurity,
  withRepackXcode,
  withFirebasePods,
  withDeepLinks,
  withLinkDomains,
  withIosComponent,
  withIosFonts,
  withIosLanguages,
  withIosEntry,
];

/** A name that is safe for strings in Swift and Kotlin. */
const COMPONENT = /^[\w.-]+$/;

const withParts: ConfigPlugin<HostPluginOptions | void> = (config, options) => {
  if (config.scheme === undefined) {
    throw new Error(
      'app.json names no scheme, so that no deep link would open the app. Add "scheme": "acme" to it.',
    );
  }
  for (const [field, schemes] of [
    ['scheme', config.scheme],
    ['ios.scheme', config.ios?.scheme],
    ['android.scheme', config.android?.scheme],
  ] as const) {
    for (const scheme of [schemes ?? []].flat()) requireScheme(field, scheme);
  }
  if (options?.component !== undefined) requireComponent(options.component);
  if (options?.apsEnvironment !== undefined) requireApsEnvironment(options.apsEnvironment);
  for (const tag of options?.languages ?? []) requireTag(tag);
  return PARTS.reduce((changed, part) => part(changed, options ?? {}), config);
};

function requireScheme(field: string, scheme: unknown): void {
  const problem = schemeProblem(scheme);
  if (problem !== undefined) throw new Error(`expo.${field} in app.json ${problem}.`);
}

function requireComponent(component: unknown): void {
  if (typeof component === 'string' && COMPONENT.test(component)) return;
  throw new Error(
    `component of @host/native-project in app.json is ${JSON.stringify(component)}, expected letters, digits, "_", "." and "-".`,
  );
}

function requireApsEnvironment(environment: unknown): void {
  if (environment === 'development' || environment === 'production') return;
  throw new Error(
    `apsEnvironment of @host/native-project in app.json is ${JSON.stringify(environment)}, expected "development" or "production".`,
  );
}

function requireTag(tag: string): void {
  if (isTag(tag)) return;
  throw new Error(
    `languages of @host/native-project names ${tag}, which is no tag of a language like zh-Hans.`,
  );
}

/** Turns the native projects of an app into those of a host: push, deep links, Re.Pack as the bundler. */
export const withHost = createRunOncePlugin(withParts, '@host/native-project');
