import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type HostPluginOptions, generateProjects } from '@host/native-project';
import { expect, it, onTestFinished } from 'vitest';

import { nativeModules } from '../scripts/build/nativeModules.ts';
import { type ManifestFile, mergeManifests } from './host/mergeManifests.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const HOST = join(ROOT, 'apps/host');
/** What the reference host installs for pushes while it is closed. */
const FIREBASE = ['@react-native-firebase/app', '@react-native-firebase/messaging'];
/** What Gradle fills in: what the app's build says, then the defaults of Firebase's. */
const PLACEHOLDERS = {
  applicationId: 'com.example.host',
  usesCleartextTraffic: 'false',
  firebaseJsonAutoInitEnabled: 'true',
  firebaseJsonDataCollectionDefaultEnabled: 'true',
  firebaseJsonDeliveryMetricsExportEnabled: 'false',
  firebaseJsonNotificationChannelId: '',
  firebaseJsonNotificationColor: '@color/white',
  firebaseJsonNotificationDelegationEnabled: 'false',
};
const COMPONENTS = new Set(['activity', 'activity-alias', 'service', 'receiver', 'provider']);

interface HostProject {
  host?: HostPluginOptions;
  /** Beside what `app.json` says of android. */
  android?: object;
  withFirebase?: boolean;
}

/** The manifest of the reference host with those of its libraries, as Gradle would merge them. */
async function mergedManifest(project: HostProject = {}) {
  const { host = {}, android = {}, withFirebase = false } = project;
  const root = await mkdtemp(join(tmpdir(), 'host-manifest-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const { expo } = await readJson<{ expo: { android: object } }>(join(HOST, 'app.json'));
  const { dependencies } = await readJson<{ dependencies: Record<string, string> }>(
    join(HOST, 'package.json'),
  );
  const firebase = withFirebase ? FIREBASE : [];
  const added = Object.fromEntries(firebase.map((name) => [name, '*']));
  const plugins = [['@host/native-project', host]];
  const changed = { ...expo, android: { ...expo.android, ...android }, plugins };
  await writeFile(join(root, 'app.json'), JSON.stringify({ expo: changed }));
  await writeFile(
    join(root, 'package.json'),
    JSON.stringify({ name: 'host', dependencies: { ...dependencies, ...added } }),
  );
  await symlink(join(HOST, 'node_modules'), join(root, 'node_modules'));
  await generateProjects(root, ['android']);

  const path = join(root, 'android/app/src/main/AndroidManifest.xml');
  return mergeManifests(
    { owner: 'the host', path },
    [...libraries(), ...firebase.map(firebaseManifest)],
    PLACEHOLDERS,
  );
}

/** What autolinking finds for the reference host. */
function libraries(): ManifestFile[] {
  return nativeModules()
    .filter(({ platforms }) => platforms.includes('android'))
    .map(({ name }) => manifestOf(name, HOST));
}

function firebaseManifest(name: string): ManifestFile {
  return manifestOf(name, join(ROOT, 'packages/push'));
}

function manifestOf(name: string, project: string): ManifestFile {
  const path = join(project, 'node_modules', name, 'android/src/main/AndroidManifest.xml');
  return { owner: name, path };
}

type Elements = Awaited<ReturnType<typeof mergedManifest>>['elements'];

const permissionsIn = (elements: Elements) =>
  elements
    .filter(({ kind }) => kind === 'uses-permission')
    .map(({ name }) => name.replace('android.permission.', ''))
    .toSorted();

const exportedIn = (elements: Elements) =>
  elements
    .filter(({ kind, attributes }) => {
      return COMPONENTS.has(kind) && attributes['android:exported'] === 'true';
    })
    .map(({ kind, name, owner }) => `${kind} ${name} of ${owner}`);

it('an android build of the host asks for what its libraries need, and exports no more', async () => {
  const { elements, conflicts } = await mergedManifest();
  expect(conflicts).toEqual([]);
  expect(permissionsIn(elements)).toEqual([
    'ACCESS_NETWORK_STATE',
    'ACCESS_NOTIFICATION_POLICY',
    'FOREGROUND_SERVICE',
    'INTERNET',
    'POST_NOTIFICATIONS',
    'RECEIVE_BOOT_COMPLETED',
    'SCHEDULE_EXACT_ALARM',
    'USE_BIOMETRIC',
    'USE_FINGERPRINT',
    'VIBRATE',
    'WAKE_LOCK',
    'WRITE_EXTERNAL_STORAGE',
  ]);
  expect(exportedIn(elements)).toEqual([
    'activity .MainActivity of the host',
    'activity app.notifee.core.NotificationReceiverActivity of react-native-notify-kit',
    'receiver app.notifee.core.AlarmPermissionBroadcastReceiver of react-native-notify-kit',
  ]);
});

it('the README says of each library what it adds', async () => {
  const page = await readFile(join(ROOT, 'packages/native-project/README.md'), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  for (const library of [...libraries(), ...FIREBASE.map(firebaseManifest)]) {
    const { elements } = await mergeManifests(library, [], PLACEHOLDERS);
    const [, , permissions = '', reached = ''] =
      rows.find(([, cell]) => cell === `\`${library.owner}\``) ?? [];
    const adds = permissionsIn(elements).map((permission) => `\`${permission}\``);
    expect([library.owner, permissions]).toEqual([library.owner, adds.join(', ')]);
    const exported = exportedIn(elements).map((line) =>
      line
        .replace(/ of .*$/, '')
        .split('.')
        .at(-1),
    );
    for (const component of exported) expect(reached).toContain(`\`${component}\``);
  }
});

it('a permission that app.json does without is in the build by no library', async () => {
  const blockedPermissions = ['android.permission.WRITE_EXTERNAL_STORAGE'];
  const { elements } = await mergedManifest({ android: { blockedPermissions } });
  expect(permissionsIn(elements)).toContain('VIBRATE');
  expect(permissionsIn(elements)).not.toContain('WRITE_EXTERNAL_STORAGE');
});

it('what a host does without is in its android build by no library either', async () => {
  const { elements, conflicts } = await mergedManifest({
    host: { push: false, exactAlarms: false },
  });
  expect(conflicts).toEqual([]);
  expect(permissionsIn(elements)).not.toContain('SCHEDULE_EXACT_ALARM');
  expect(permissionsIn(elements)).not.toContain('POST_NOTIFICATIONS');
});

it('Firebase adds a receiver that only Google Play may call, and the channel of the host counts', async () => {
  const { elements, conflicts } = await mergedManifest({
    host: { defaultChannel: 'news' },
    withFirebase: true,
  });
  expect(conflicts).toEqual([]);
  const named = (name: string) => elements.find((each) => each.name === name)?.attributes;
  expect(
    named('com.google.firebase.messaging.default_notification_channel_id')?.['android:value'],
  ).toBe('news');
  const receiver = 'io.invertase.firebase.messaging.ReactNativeFirebaseMessagingReceiver';
  expect(named(receiver)).toMatchObject({
    'android:exported': 'true',
    'android:permission': 'com.google.android.c2dm.permission.SEND',
  });
  expect(exportedIn(elements)).toContain(
    `receiver ${receiver} of @react-native-firebase/messaging`,
  );
});

it('a value that two manifests give otherwise is found', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manifests-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const write = async (owner: string, value: string, more = ''): Promise<ManifestFile> => {
    const path = join(folder, `${owner}.xml`);
    await writeFile(
      path,
      `<manifest><application><meta-data android:name="channel" android:value="${value}" ${more}/></application></manifest>`,
    );
    return { owner, path };
  };
  const library = await write('library', '');
  const conflictsOf = async (app: ManifestFile) =>
    (await mergeManifests(app, [library], {})).conflicts;
  expect(await conflictsOf(await write('app', 'news'))).toEqual([
    'android:value of meta-data channel: "news" (app), "" (library)',
  ]);
  expect(await conflictsOf(await write('app', 'news', 'tools:replace="android:value"'))).toEqual(
    [],
  );
});

async function readJson<Content>(path: string): Promise<Content> {
  return JSON.parse(await readFile(path, 'utf8')) as Content;
}
