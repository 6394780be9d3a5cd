import { PLATFORMS, type Platform, containerFile, containerName } from '@host/contracts';
import { sharedVersionsOn } from '@host/contracts/shared-modules';
import type { HostServices } from '@host/miniapp-sdk/host';
import { describe, expect, it, vi } from 'vitest';

import type { Container, ShareScope } from '../federation/Container.types.ts';
import { sharedModules } from '../federation/sharedModules.ts';
import { sharedVersions } from '../federation/sharedVersions.ts';
import { createMemoryFiles } from '../memory/createMemoryFiles.ts';
import { createMemorySession } from '../memory/createMemorySession.ts';
import { createMemoryStore } from '../memory/createMemoryStore.ts';
import { nativeSharedModules } from '../native/nativeSharedModules.ts';
import { createTestHost, phaseOf } from '../testing/createTestHost.ts';
import { createDeviceHost } from './createDeviceHost.ts';
import { createDeviceParts } from './createDeviceParts.ts';

// What follows runs on phones alone, and only the versions of it are looked at here.
vi.mock('react-native', () => ({
  Platform: { OS: 'android', Version: 36 },
  Appearance: { getColorScheme: () => 'light', addChangeListener: () => {} },
  Dimensions: { get: () => ({ width: 390, height: 844 }), addEventListener: () => {} },
  PixelRatio: { get: () => 3, getFontScale: () => 1 },
}));
const scripts = vi.hoisted(() => ({ load: async (): Promise<unknown> => undefined }));
vi.mock('@callstack/repack/client', () => ({
  ScriptManager: {
    shared: {
      loadScript: () => scripts.load(),
      addResolver: () => {},
      removeResolver: () => true,
    },
  },
}));
vi.mock('@dr.pogodin/react-native-fs', () => ({
  CachesDirectoryPath: '/cache',
  exists: async () => false,
  mkdir: async () => {},
  moveFile: async () => {},
  writeFile: async () => {},
}));
vi.mock('@react-native-async-storage/async-storage', () => ({ default: {} }));
vi.mock('@host/kit', () => ({}));
vi.mock('@react-navigation/elements', () => ({}));
vi.mock('@react-navigation/native', () => ({}));
vi.mock('@react-navigation/native-stack', () => ({}));
vi.mock('react-native-safe-area-context', () => ({}));
vi.mock('react-native-screens', () => ({}));

const screens = vi.hoisted(() => ({ version: '' }));
vi.mock('react-native-screens/package.json', async (original) => {
  const { default: manifest } = await original<{ default: { version: string } }>();
  screens.version = manifest.version;
  return {
    default: {
      get version() {
        return screens.version;
      },
    },
  };
});

const modulesOf = (platform: Platform) =>
  platform === 'web' ? sharedModules() : nativeSharedModules();

it.each(PLATFORMS)(
  'a host on %s shares what every host shares, and nothing besides',
  (platform) => {
    expect(sharedVersions(modulesOf(platform))).toEqual(sharedVersionsOn(platform));
  },
);

const OWN = {
  serverUrl: 'https://host.example',
  hostVersion: '1.0.0',
  store: createMemoryStore(),
  files: createMemoryFiles(),
  session: createMemorySession(),
  consent: { ask: async () => true },
  analytics: { record: () => {} },
};

it('a host on a phone tells the registry the versions that its app is bundled with', async () => {
  screens.version = '4.99.0';
  const { registry } = createTestHost();
  await registry.release('com.acme.orders', '1.0.0');
  const host = await createDeviceHost({ ...OWN, registry });
  await phaseOf(host.open('com.acme.orders'), 'failed');
  const shared = registry.asked[0]!.shared?.split(',');
  expect(shared).toContain('react-native-screens@4.99.0');
  expect(shared).toContain(`react@${sharedVersionsOn('android')['react']}`);
});

describe('a library that an app shares with its mini-apps', () => {
  const svg = { Svg: () => null };
  const shared = { 'react-native-svg': { version: '15.15.5', module: svg } };

  it('is told to the registry, besides what every host shares', async () => {
    const { registry } = createTestHost();
    await registry.release('com.acme.orders', '1.0.0');
    const host = await createDeviceHost({ ...OWN, registry, shared });
    await phaseOf(host.open('com.acme.orders'), 'failed');
    const told = registry.asked[0]!.shared?.split(',');
    expect(told).toContain('react-native-svg@15.15.5');
    expect(told).toContain(`react@${sharedVersionsOn('android')['react']}`);
  });

  it('is what they get when they import it', async () => {
    const appId = 'com.acme.orders';
    let scope: ShareScope = {};
    const container: Container = {
      init: async (given) => void (scope = given),
      get: async () => () => ({ default: () => null }),
    };
    scripts.load = async () => Object.assign(globalThis, { [containerName(appId)]: container });
    const { registry } = createTestHost();
    const resolution = await registry.release(appId, '1.0.0', {
      files: { [containerFile(appId)]: 'its script' },
    });
    const { realm } = createDeviceParts({ shared }).loaders;
    const loaded = await realm.load({
      resolution,
      index: registry.indexOf(appId, '1.0.0'),
      services: {} as HostServices,
      isDevelopment: false,
      readFile: async () => new Uint8Array(),
      signal: new AbortController().signal,
      scriptTimeoutMs: 1000,
      attempt: 1,
    });
    loaded.unload();
    const { lib } = scope['react-native-svg']!['15.15.5'] as { lib: () => object };
    expect(lib()).toBe(svg);
    expect(Object.keys(scope)).toEqual(expect.arrayContaining(['react', 'react-native-screens']));
  });
});
