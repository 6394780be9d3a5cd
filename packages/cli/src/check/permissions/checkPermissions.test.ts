import type { Permission } from '@host/contracts';
import { describe, expect, it } from 'vitest';

import { writeSources } from '../../testing/writeSources.ts';
import { SourceFiles } from '../source/SourceFiles.ts';
import { checkPermissions } from './checkPermissions.ts';

async function found(files: Record<string, string>, permissions: Permission[]): Promise<string[]> {
  const root = await writeSources(files);
  const findings = checkPermissions(await SourceFiles.open(root), Object.keys(files), {
    permissions,
  });
  return findings.map(({ severity, message, file, line }) => {
    const [, permission] = /"(\w+)"/.exec(message)!;
    return `${severity} ${permission} ${file}${line === undefined ? '' : `:${line}`}`;
  });
}

describe('permissions', () => {
  it.each<[string, string, string]>([
    ['storage', `import { storage } from '@host/miniapp-sdk';\nstorage.get('a');`, 'storage'],
    [
      'analytics',
      `import { analytics } from '@host/miniapp-sdk';\nanalytics.screen('a');`,
      'analytics',
    ],
    ['api', `import { api } from '@host/miniapp-sdk';\napi.get('/a');`, 'network'],
    ['push', `import { push } from '@host/miniapp-sdk';\npush.subscribeToTopic('a');`, 'push'],
    ['useHostPush', `import { useHostPush } from '@host/miniapp-sdk';\nuseHostPush();`, 'push'],
    ['useHostAuth', `import { useHostAuth } from '@host/miniapp-sdk';\nuseHostAuth();`, 'user'],
    [
      'useHostDevice',
      `import { useHostDevice } from '@host/miniapp-sdk';\nuseHostDevice();`,
      'device',
    ],
    [
      'AsyncStorage',
      `import Kept from '@react-native-async-storage/async-storage';\nKept.getItem('a');`,
      'storage',
    ],
    [
      'another name',
      `import { api as http } from '@host/miniapp-sdk';\nhttp.get('/a');`,
      'network',
    ],
    ['a namespace', `import * as sdk from '@host/miniapp-sdk';\nsdk.storage.get('a');`, 'storage'],
    [
      'a namespace in brackets',
      `import * as sdk from '@host/miniapp-sdk';\nsdk['push'].x();`,
      'push',
    ],
    [
      'a taken-apart namespace',
      `import * as sdk from '@host/miniapp-sdk';\nconst { api } = sdk;`,
      'network',
    ],
    ['a dynamic import', `\nconst { storage } = await import('@host/miniapp-sdk');`, 'storage'],
    [
      'a dynamic import with then',
      `\nimport('@host/miniapp-sdk').then(({ api }) => api);`,
      'network',
    ],
    ['an export', `\nexport { storage as kept } from '@host/miniapp-sdk';`, 'storage'],
  ])('are missed for %s, at its line', async (_name, source, permission) => {
    expect(await found({ 'src/a.ts': source }, [])).toEqual([`error ${permission} src/a.ts:2`]);
    expect(await found({ 'src/a.ts': source }, [permission as Permission])).toEqual([]);
  });

  it.each([
    'user.email',
    'user?.email',
    'user!.email',
    "user?.['email']",
    'useHostAuth().user?.email',
    'const { email } = user;',
    'const { email: address } = user ?? {};',
  ])('are missed for the e-mail address: %s', async (use) => {
    const source = `import { useHostAuth } from '@host/miniapp-sdk';\nconst { user } = useHostAuth();\n${use}`;
    expect(await found({ 'src/a.ts': source }, ['user'])).toEqual(['error email src/a.ts:3']);
    expect(await found({ 'src/a.ts': source }, ['user', 'email'])).toEqual([]);
  });

  it('are needed for the address of the host alone, and are used where it was handed over', async () => {
    const auth = `import { useHostAuth } from '@host/miniapp-sdk';\nconst { user } = useHostAuth();`;
    const own = { 'src/a.ts': auth, 'src/b.ts': 'form.email; shop.owner.email;' };
    expect(await found(own, ['user'])).toEqual([]);
    const handed = { 'src/a.ts': auth, 'src/b.ts': 'export const show = ({ email }) => email;' };
    expect(await found(handed, ['user', 'email'])).toEqual([]);
    expect(await found({ 'src/a.ts': auth }, ['user', 'email'])).toEqual([
      'warning email manifest.json',
    ]);
  });

  it('are not needed by types, unused imports, other packages, tests and what needs none', async () => {
    const files = {
      'src/a.ts': `import type { Storage } from '@host/miniapp-sdk';
        import { type Api, api, canIUse, useLifecycle } from '@host/miniapp-sdk';
        import { storage } from './storage';
        const value = { api: canIUse('api'), life: useLifecycle() };
        storage.get(value.api);
        type T = typeof api;`,
      'src/a.test.ts': `import { push } from '@host/miniapp-sdk'; push.subscribeToTopic('a');`,
      'src/text.ts': `export const text = "import { push } from '@host/miniapp-sdk'; push()";`,
    };
    expect(await found(files, [])).toEqual([]);
  });

  it('are warned of when nothing uses them', async () => {
    const files = { 'src/a.ts': `import { api } from '@host/miniapp-sdk'; api.get('/a');` };
    expect(await found(files, ['network', 'push'])).toEqual(['warning push manifest.json']);
  });
});
