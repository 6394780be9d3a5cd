import { AndroidConfig, type ConfigPlugin, IOSConfig, withPlugins } from '@expo/config-plugins';

/** What `app.json` says of every app: its name, ids, version, what it does without, and the files of Firebase. */
export const withIdentity: ConfigPlugin = (config) => {
  const { Name, Version, Package, GoogleServices, Orientation, Permissions } = AndroidConfig;
  const { bundleIdentifier } = config.ios ?? {};
  return withPlugins(config, [
    Name.withName,
    Package.withPackageGradle,
    Version.withVersion,
    Orientation.withOrientation,
    Permissions.withInternalBlockedPermissions,
    GoogleServices.withClassPath,
    GoogleServices.withApplyPlugin,
    GoogleServices.withGoogleServicesFile,
    IOSConfig.Name.withDisplayName,
    IOSConfig.Version.withVersion,
    IOSConfig.Version.withBuildNumber,
    IOSConfig.Google.withGoogleServicesFile,
    [IOSConfig.BundleIdentifier.withBundleIdentifier, { bundleIdentifier }],
  ]);
};
