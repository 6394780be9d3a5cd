import type { Clock } from '../clock.ts';
import type { NativeModule } from '../nativeModules.ts';
import type { DeviceIo, HostApp } from '../Runtime.types.ts';
import type { WireRequest, WireResponse } from '../wire.types.ts';
import { addHermesBuiltIns } from './addHermesBuiltIns.ts';
import { createFileSystem } from './fileSystem.ts';
import { keychainModule } from './keychainModule.ts';
import { keyValueModule } from './keyValueModule.ts';
import { serverNetworking } from './serverNetworking.ts';

interface AppRegistry {
  runApplication(name: string, parameters: object): void;
  unmountApplicationComponentAtRootTag(rootTag: number): void;
}

/** A device for a complete host app: with a network, files, and the native modules that hosts add. */
export interface Device {
  modules: Record<string, NativeModule>;
  /** Modules that are accessed in the legacy way: `NativeModules.name`. */
  olderModules: Record<string, NativeModule>;
  /** The text of a file that the host has written, by its URL. */
  readFile: (url: string) => string | null;
  /** The text of a script on a server: a development build loads its chunks from one. */
  fetchScript: (url: string) => Promise<string | null>;
  /** Registers a module that JavaScript exposes to the native side. */
  registerCallable: (name: string, make: () => unknown) => void;
  /** Shows the host. */
  start: (rootTag: number) => void;
  /** The host for the driver: it opens mini-apps itself, when the person does so in its UI. */
  host: HostApp;
}

const SCHEME = 'file://';

export function createDevice(parts: {
  global: Record<string, unknown>;
  device: DeviceIo;
  platform: 'ios' | 'android';
  clock: Clock;
  emit: (event: string, args: unknown) => void;
}): Device {
  const { global, device, platform, clock, emit } = parts;
  const callables = new Map<string, () => unknown>();
  const files = createFileSystem();
  const surfaces = new Set<number>();
  addHermesBuiltIns(global, device);

  function registry(): AppRegistry {
    const make = callables.get('AppRegistry');
    if (!make) throw new Error('The host bundle did not start React Native.');
    return make() as AppRegistry;
  }
  const opensByItself = (): never => {
    throw new Error('This host opens its mini-apps by itself.');
  };

  return {
    modules: {
      ...serverNetworking({ platform, clock, device, emit }),
      RNAsyncStorage: keyValueModule(),
      ReactNativeFs: files.module,
      RNGetRandomValues: { getRandomBase64: (bytes: number) => device.randomBase64(bytes) },
    },
    olderModules: { RNKeychainManager: keychainModule() },
    readFile(url) {
      const content = url.startsWith(SCHEME) ? files.read(url.slice(SCHEME.length)) : undefined;
      return content === undefined ? null : device.textOf(content);
    },
    async fetchScript(url) {
      if (!/^https?:/.test(url)) return null;
      const request: WireRequest = { method: 'GET', url, headers: {}, body: null };
      const text = await clock.outside(device.request(JSON.stringify(request))).catch(() => 'null');
      const answer = JSON.parse(text) as WireResponse | null;
      return answer?.status === 200 ? device.textOf(answer.body) : null;
    },
    registerCallable: (name, make) => void callables.set(name, make),
    start(rootTag) {
      surfaces.add(rootTag);
      registry().runApplication(device.component, { rootTag, initialProps: {}, fabric: true });
    },
    host: {
      open: opensByItself,
      control: opensByItself,
      module: opensByItself,
      provide: opensByItself,
      calls: () => [],
      close() {
        for (const rootTag of surfaces) registry().unmountApplicationComponentAtRootTag(rootTag);
        surfaces.clear();
      },
    },
  };
}
