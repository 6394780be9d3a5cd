import { AndroidConfig, type ConfigPlugin, IOSConfig, withPlugins } from '@expo/config-plugins';

import { withAndroidIcon } from './icons/withAndroidIcon.ts';
import { withIosIcon } from './icons/withIosIcon.ts';

/** Applies the general settings of `app.json`: identity, icon, permissions, and the files of Firebase. */
export const withIdentity: ConfigPlugin = (config) => {
  const { Name, Version, Package, GoogleServices, Locales, Orientation, Permissions } =
    AndroidConfig;
  const { bundleIdentifier, supportsTablet, isTabletOnly } = config.ios ?? {};
  return withPlugins(config, [
    Name.withName,
    Package.withPackageGradle,
    Version.withVersion,
    Orientation.withOrientation,
    Permissions.withPermissions,
    Permissions.withInternalBlockedPermissions,
    Locales.withLocales,
    GoogleServices.withClassPath,
    GoogleServices.withApplyPlugin,
    GoogleServices.withGoogleServicesFile,
    withAndroidIcon,
    IOSConfig.Name.withDisplayName,
    IOSConfig.Version.withVersion,
    IOSConfig.Version.withBuildNumber,
    IOSConfig.Google.withGoogleServicesFile,
    IOSConfig.DevelopmentTeam.withDevelopmentTeam,
    IOSConfig.Locales.withLocales,
    [IOSConfig.BundleIdentifier.withBundleIdentifier, { bundleIdentifier }],
    withIosIcon,
    // Both have a default, and would change a project whose app.json does not contain the field.
    ...(config.orientation === undefined ? [] : [IOSConfig.Orientation.withOrientation]),
    ...(supportsTablet === undefined && isTabletOnly === undefined
      ? []
      : [IOSConfig.DeviceFamily.withDeviceFamily]),
  ]);
};
