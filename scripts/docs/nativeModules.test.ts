import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { firebaseModules, nativeModules, neededNativeModules } from '../build/nativeModules.ts';
import { FIREBASE_PURPOSES, PURPOSES, nativeModulesPage } from './nativeModulesPage.ts';

const HOST = fileURLToPath(new URL('../../apps/host', import.meta.url));

/** What the React Native CLI reports about a package; null for a platform that it has no code for. */
interface Linked {
  platforms: { ios: object | null; android: object | null };
}

it('every native module of the reference host is listed with what it is for, and no other', () => {
  const named = nativeModules().map(({ name }) => name);
  expect(named).toEqual(expect.arrayContaining(['react-native-screens', '@callstack/repack']));
  expect(Object.keys(PURPOSES).toSorted()).toEqual(named);
  const ofFirebase = firebaseModules().map(({ name }) => name);
  expect(Object.keys(FIREBASE_PURPOSES).toSorted()).toEqual(ofFirebase);
});

it('what packages of the host need that is native is in the list, too: nobody links it for them', () => {
  const all = [...nativeModules(), ...firebaseModules()];
  const listed = new Set(all.map(({ name, version }) => `${name} ${version}`));
  const missing = neededNativeModules()
    .filter(({ name, version }) => !listed.has(`${name} ${version}`))
    .map(({ name, version, path }) => `${name} ${version}, for ${path.join(' > ')}`);
  expect(missing).toEqual([]);
});

it('the list is what autolinking finds, as Gradle and CocoaPods ask it', async () => {
  const cli = join(HOST, 'node_modules/react-native/cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'config'], {
    cwd: HOST,
    maxBuffer: 16 * 1024 * 1024,
  });
  const { dependencies } = JSON.parse(stdout) as { dependencies: Record<string, Linked> };
  const linked = Object.entries(dependencies).flatMap(([name, { platforms }]) => {
    const on = (['ios', 'android'] as const).filter((system) => platforms[system] !== null);
    return on.length === 0 ? [] : [{ name, platforms: on }];
  });
  expect(linked.toSorted((one, other) => (one.name < other.name ? -1 : 1))).toEqual(
    nativeModules().map(({ name, platforms }) => ({ name, platforms })),
  );
}, 120_000);

it('every native module has a licence that the product can be shipped with', () => {
  for (const { name, licence } of [...nativeModules(), ...firebaseModules()]) {
    expect(licence, name).toMatch(/^(?:MIT|Apache-2\.0|BSD-[23]-Clause|ISC)$/);
  }
});

it('the page is the one of what is installed', async () => {
  const page = await readFile(new URL('../../docs/native-modules.md', import.meta.url), 'utf8');
  expect(page).toBe(nativeModulesPage());
});
