import { type NativeModule, firebaseModules, nativeModules } from '../build/nativeModules.ts';
import { generatedFrom, table } from './table.ts';

/** What the reference host needs each native module for. */
export const PURPOSES: Readonly<Record<string, string>> = {
  '@callstack/repack': 'loads the scripts of mini-apps and of later screens',
  '@dr.pogodin/react-native-fs': 'keeps the verified files of mini-apps',
  '@react-native-async-storage/async-storage': 'keeps settings, and what mini-apps store',
  'react-native-get-random-values': 'random numbers for ids and keys, which Hermes lacks',
  'react-native-keychain': 'keeps the session in the key store of the device',
  'react-native-notify-kit': 'shows and schedules notifications, with channels and buttons',
  'react-native-safe-area-context': 'keeps content clear of notches; shared with mini-apps',
  'react-native-screens': 'native screens of React Navigation; shared with mini-apps',
};

/** The purposes of the modules that a host adds to receive pushes while it is closed. */
export const FIREBASE_PURPOSES: Readonly<Record<string, string>> = {
  '@react-native-firebase/app': 'starts Firebase with the files of your project there',
  '@react-native-firebase/messaging': 'the device token of FCM and APNs, and what comes by them',
};

/** The documentation page of the reference host's native modules: version, licence and purpose. */
export function nativeModulesPage(): string {
  return `${generatedFrom('apps/host/package.json', 'what is installed')}

# Native modules of the reference host

What has code for ios or android beyond React Native itself; autolinking adds it to the native projects. A host of yours needs the same,
apart from \`react-native-keychain\` and \`react-native-notify-kit\` where it keeps its session or shows notifications by other means.

${tableOf(nativeModules(), PURPOSES)}

[Pushes](push.md) that come while the app is closed need these as well:

${tableOf(firebaseModules(), FIREBASE_PURPOSES)}

## A native module of your own

1. Install it: \`npm install react-native-svg\`. React Native's autolinking takes it from your \`package.json\`.
2. Have the native projects take it. Where they are made from \`app.json\`, \`npx host-native\` makes them anew; where you keep your own, there
   is nothing to do. A module that brings a config plugin, as \`@react-native-firebase/app\` does, is named in \`plugins\` of \`app.json\` first,
   and projects of your own are changed by \`npx host-native apply\`.
3. For ios, on a Mac, \`pod install\` in \`ios/\`; for android Gradle finds it by itself.
4. Build the app again (\`npx react-native run-ios\`, \`npx react-native run-android\`): native code does not come with the script.

Mini-apps get it once the host [shares it with them](libraries.md#native-modules).
`;
}

function tableOf(
  modules: readonly NativeModule[],
  purposes: Readonly<Record<string, string>>,
): string {
  const rows = modules.map(({ name, version, licence, platforms }) => [
    `\`${name}\``,
    version,
    licence,
    platforms.join(', '),
    purposes[name] ?? '',
  ]);
  return table(['module', 'version', 'licence', 'platforms', 'what for'], rows);
}
