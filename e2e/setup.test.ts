import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { NEWEST_KNOWN_HOST } from '@host/contracts';
import { readConfig } from '@host/server';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

/** All package.json files of the workspace. */
async function packageFiles(): Promise<string[]> {
  const folders = ['packages', 'apps', 'mini-apps'].map(async (folder) =>
    (await readdir(join(ROOT, folder))).map((name) => `${folder}/${name}/package.json`),
  );
  const all = (await Promise.all(folders)).flat();
  return [
    ...all,
    'packages/cli/templates/shared/package.json',
    'server/package.json',
    'e2e/package.json',
  ];
}

describe('every package', () => {
  it('refers to packages of the workspace by workspace:*, and mini-apps to navigation by ^7.0.0', async () => {
    const different: string[] = [];
    let internal = 0;
    let navigation = 0;
    for (const file of await packageFiles()) {
      const { dependencies = {}, devDependencies = {} } = JSON.parse(await read(file)) as Record<
        string,
        Record<string, string> | undefined
      >;
      const isMiniApp = /^(mini-apps|packages\/cli\/templates)\//.test(file);
      for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
        const isNavigation = isMiniApp && name.startsWith('@react-navigation/');
        if (!name.startsWith('@host/') && !isNavigation) continue;
        if (isNavigation) navigation++;
        else internal++;
        const expected = isNavigation ? '^7.0.0' : 'workspace:*';
        if (range !== expected) different.push(`${file}: ${name} ${range}`);
      }
    }
    expect(different).toEqual([]);
    expect(internal).toBeGreaterThan(30);
    expect(navigation).toBe(6);
  });
});

it('the newest host that is known is the reference host', async () => {
  const { version } = JSON.parse(await read('apps/host/package.json')) as { version: string };
  expect(NEWEST_KNOWN_HOST).toBe(version);
});

describe('the set-up of remote push', () => {
  it('names the steps of the interface, and variables that the server reads', async () => {
    const guide = await read('docs/push.md');
    const [, ios = '', android = ''] = /## iOS\n([\s\S]*?)\n## Android\n([\s\S]*?)\n## /.exec(
      guide,
    )!;
    expect(ios).toMatch(/Push Notifications/);
    expect(ios).toMatch(/key for the Apple Push Notification service/);
    expect(android).toContain('Place `google-services.json` in `android/app/`');
    expect(ios).toContain('push-services.md');
    expect(android).toContain('push-services.md');

    const upstreams = await read('docs/push-services.md');
    const variables = [...upstreams.matchAll(/`((?:FCM|APNS)_[A-Z_]+)`/g)].map(([, name]) => name!);
    expect(variables).toEqual(
      expect.arrayContaining(['FCM_SERVICE_ACCOUNT', 'APNS_KEY', 'APNS_KEY_ID', 'APNS_TEAM_ID']),
    );
    // What is wrong is said by its name, so that a variable that nothing reads is not noticed here.
    for (const name of [
      'FCM_SERVICE_ACCOUNT',
      'APNS_KEY_ID',
      'APNS_TEAM_ID',
      'FCM_URL',
      'APNS_URL',
    ]) {
      expect(() => readConfig({ [name]: '!' }), name).toThrow(name);
    }
  });
});
