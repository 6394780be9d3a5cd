/** The fields of `app.json` below `expo` that affect the native projects, including everything below them. */
export const READ_FIELDS: readonly string[] = [
  'name',
  'scheme',
  'version',
  'orientation',
  'icon',
  'locales',
  'plugins',
  'ios.bundleIdentifier',
  'ios.buildNumber',
  'ios.version',
  'ios.scheme',
  'ios.icon',
  'ios.googleServicesFile',
  'ios.appleTeamId',
  'ios.supportsTablet',
  'ios.isTabletOnly',
  'ios.infoPlist',
  'ios.entitlements',
  'android.package',
  'android.versionCode',
  'android.version',
  'android.scheme',
  'android.icon',
  'android.adaptiveIcon.foregroundImage',
  'android.adaptiveIcon.backgroundColor',
  'android.adaptiveIcon.backgroundImage',
  'android.adaptiveIcon.monochromeImage',
  'android.googleServicesFile',
  'android.permissions',
  'android.blockedPermissions',
];

/** Fields that are not about ios and android: Expo's project name, the web, and internal notes of its tools. */
const OF_OTHERS = new Set(['slug', 'web', '_internal']);

/** The fields of an app's configuration that have no effect on its native projects, as paths like `splash`. */
export function unreadFields(config: object, below = ''): string[] {
  return Object.entries(config).flatMap(([key, value]) => {
    const path = `${below}${key}`;
    if (value === undefined || OF_OTHERS.has(path) || READ_FIELDS.includes(path)) return [];
    const isReadInside = READ_FIELDS.some((field) => field.startsWith(`${path}.`));
    const isObject = typeof value === 'object' && value !== null;
    return isReadInside && isObject ? unreadFields(value as object, `${path}.`) : [path];
  });
}
