import { type MemoryHost, createMemoryHost } from '@host/miniapp-sdk/host';
import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime';
import type { ComponentType } from 'react';
import { AppRegistry } from 'react-native';

import type { HeadlessHost, HostApp } from '../src/runtime/Runtime.types.ts';
import type { WireMiniApp } from '../src/runtime/wire.types.ts';
import { createSurface } from './MiniAppSurface.tsx';
import { sdkScope } from './sdkScope.ts';

interface OpenMiniApp {
  miniApp: WireMiniApp;
  host: MemoryHost;
  rootTag: number;
}

/** The host: it loads mini-apps from their addresses, gives each an SDK of its own, and mounts them. */
export function createHostApp(reportError: HeadlessHost['reportError']): HostApp {
  const apps = new Map<string, OpenMiniApp>();
  const named = (app: string) => {
    const found = apps.get(app);
    if (!found) throw new Error(`${app} is not open.`);
    return found;
  };

  registerPlugins([
    sdkScope((globalName) =>
      [...apps.values()].find(({ miniApp }) => miniApp.globalName === globalName),
    ),
  ]);

  return {
    async open(app, miniApp, rootTag) {
      const host = createMemoryHost(miniApp.host);
      apps.set(app, { miniApp, host, rootTag });
      // Registered with its version in the name: two versions are two remotes.
      registerRemotes([{ name: miniApp.globalName, entry: miniApp.manifestUrl }]);
      const App = await loadComponent(miniApp);
      const Surface = createSurface(App, reportError);
      AppRegistry.registerComponent(app, () => Surface);
      AppRegistry.runApplication(app, { rootTag, initialProps: {}, fabric: true });
    },
    close(app) {
      AppRegistry.unmountApplicationComponentAtRootTag(named(app).rootTag);
    },
    calls: (app) => apps.get(app)?.host.calls ?? [],
    control(app, method, argument) {
      (named(app).host[method] as (argument: unknown) => void)(argument);
    },
  };
}

async function loadComponent({ globalName }: WireMiniApp): Promise<ComponentType> {
  const module = await loadRemote<{ default?: unknown }>(`${globalName}/App`);
  const App = module?.default;
  if (typeof App === 'function' || (typeof App === 'object' && App !== null))
    return App as ComponentType;
  throw new Error(
    './App has no default export: export the root component of src/App.tsx as default.',
  );
}
