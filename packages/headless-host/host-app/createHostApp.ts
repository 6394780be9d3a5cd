import { ScriptManager } from '@callstack/repack/client';
import type { Permission } from '@host/contracts';
import type { LoadRequest, LoadedProps, MiniAppLoader } from '@host/host-runtime';
import {
  type SharedModule,
  type SharedModules,
  createNativeLoader,
  nativeSharedModules,
} from '@host/host-runtime/native';
import { type MemoryHost, createMemoryHost, guardServices } from '@host/miniapp-sdk/host';
import type { ComponentType } from 'react';
import { AppRegistry } from 'react-native';

import type { HeadlessHost, HostApp } from '../src/runtime/Runtime.types.ts';
import type { WireMiniApp } from '../src/runtime/wire.types.ts';
import { deepModule } from './deepModules.ts';
import { type OnError, createSurface } from './MiniAppSurface.tsx';

interface OpenMiniApp {
  host: MemoryHost;
  rootTag: number;
}

/** Creates the component that is mounted for a mini-app; it may load the mini-app at once, or when it is opened. */
export type SurfaceOf = (
  load: () => Promise<ComponentType<LoadedProps>>,
  onError: OnError,
) => Promise<ComponentType>;

const showAtOnce: SurfaceOf = async (load, onError) => createSurface(await load(), onError);

/** The host: loads mini-apps as a host on a device does, gives each its own SDK, and mounts them. */
export function createHostApp(
  reportError: HeadlessHost['reportError'],
  surfaceOf: SurfaceOf = showAtOnce,
): HostApp {
  const apps = new Map<string, OpenMiniApp>();
  const addresses = new Map<string, string>();
  const named = (app: string) => {
    const found = apps.get(app);
    if (!found) throw new Error(`${app} is not open.`);
    return found;
  };
  const shared: Record<string, SharedModule> = { ...nativeSharedModules() };
  const loader = createLoader(addresses, shared);

  return {
    async open(app, miniApp, rootTag) {
      const host = createMemoryHost({ ...miniApp.host, appId: miniApp.appId });
      apps.set(app, { host, rootTag });
      addresses.set(versionKey(miniApp), miniApp.baseUrl);
      const load = async () => (await loader.load(loadRequest(miniApp, host))).Component;
      const Surface = await surfaceOf(load, reportError);
      AppRegistry.registerComponent(app, () => Surface);
      AppRegistry.runApplication(app, { rootTag, initialProps: {}, fabric: true });
    },
    close(app) {
      AppRegistry.unmountApplicationComponentAtRootTag(named(app).rootTag);
    },
    module(name) {
      const found = shared[name]?.module ?? deepModule(name);
      if (found === undefined) throw new Error(`The headless host has no ${name}.`);
      return found;
    },
    provide(modules) {
      Object.assign(shared, modules);
    },
    calls: (app) => apps.get(app)?.host.calls ?? [],
    control(app, method, argument) {
      (named(app).host[method] as (argument: unknown) => void)(argument);
    },
  };
}

/** The loader of hosts on devices, without a download: the files are on this machine already. */
function createLoader(
  addresses: ReadonlyMap<string, string>,
  shared: SharedModules,
): MiniAppLoader {
  return createNativeLoader({
    manager: ScriptManager.shared,
    shared,
    scripts: { place: async (version, path) => addresses.get(versionKey(version))! + path },
  });
}

function loadRequest(miniApp: WireMiniApp, host: MemoryHost): LoadRequest {
  const { appId, version, permissions, files } = miniApp;
  const indexed = files.map((path) => ({ path, size: 0, sha256: '', integrity: '' }));
  return {
    resolution: { appId, version } as LoadRequest['resolution'],
    index: { appId, version, platform: 'ios', files: indexed },
    services: guardServices(host.services, permissions as Permission[], { isDevelopment: true }),
    isDevelopment: true,
    readFile: async () => new Uint8Array(),
    // Time limits are enforced outside of the engine.
    signal: new AbortController().signal,
    scriptTimeoutMs: Infinity,
    attempt: 1,
  };
}

function versionKey({ appId, version }: { appId: string; version: string }): string {
  return `${appId} ${version}`;
}
