import { PLATFORMS, type Platform } from '@host/contracts';
import { sharedVersionsOn } from '@host/contracts/shared-modules';
import { expect, it, vi } from 'vitest';

import { sharedModules } from '../federation/sharedModules.ts';
import { sharedVersions } from '../federation/sharedVersions.ts';
import { createMemoryFiles } from '../memory/createMemoryFiles.ts';
import { createMemorySession } from '../memory/createMemorySession.ts';
import { createMemoryStore } from '../memory/createMemoryStore.ts';
import { nativeSharedModules } from '../native/nativeSharedModules.ts';
import { createTestHost, phaseOf } from '../testing/createTestHost.ts';
import { createDeviceHost } from './createDeviceHost.ts';

// What follows runs on phones alone, and only the versions of it are looked at here.
vi.mock('react-native', () => ({
  Platform: { OS: 'android', Version: 36 },
  Appearance: { getColorScheme: () => 'light', addChangeListener: () => {} },
  Dimensions: { get: () => ({ width: 390, height: 844 }), addEventListener: () => {} },
  PixelRatio: { get: () => 3, getFontScale: () => 1 },
}));
vi.mock('@callstack/repack/client', () => ({
  ScriptManager: { shared: { loadScript: async () => {}, addResolver: () => {} } },
}));
vi.mock('@dr.pogodin/react-native-fs', () => ({ CachesDirectoryPath: '/cache' }));
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

it('a host on a phone tells the registry the versions that its app is bundled with', async () => {
  screens.version = '4.99.0';
  const { registry } = createTestHost();
  await registry.release('com.acme.orders', '1.0.0');
  const host = await createDeviceHost({
    serverUrl: 'https://host.example',
    hostVersion: '1.0.0',
    registry,
    store: createMemoryStore(),
    files: createMemoryFiles(),
    session: createMemorySession(),
    consent: { ask: async () => true },
    analytics: { record: () => {} },
  });
  await phaseOf(host.open('com.acme.orders'), 'failed');
  const shared = registry.asked[0]!.shared?.split(',');
  expect(shared).toContain('react-native-screens@4.99.0');
  expect(shared).toContain(`react@${sharedVersionsOn('android')['react']}`);
});
