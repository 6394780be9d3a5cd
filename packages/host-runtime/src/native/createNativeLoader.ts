import { containerFile, containerName, isAsset } from '@host/contracts';

import { RuntimeError, untilAborted } from '../common/deadline.ts';
import { folderOf } from '../common/folderOf.ts';
import { assetUrlOf } from '../federation/assetUrlOf.ts';
import { boundSdk } from '../federation/boundSdk.ts';
import type { Container } from '../federation/Container.types.ts';
import { modulesOf } from '../federation/modulesOf.ts';
import { isContainer, openContainer } from '../federation/openContainer.ts';
import { provideFederation } from '../federation/provideFederation.ts';
import type { SharedModules } from '../federation/SharedModules.types.ts';
import { BackHandlers } from '../navigation/BackHandlers.ts';
import { navigationFacade } from '../navigation/navigationFacade.tsx';
import type { LoadRequest, MiniAppLoader } from '../ports/MiniAppLoader.types.ts';
import { mountable } from '../react/mountable.tsx';
import { keepVersionsApart } from '../versions/keepVersionsApart.native.ts';
import type { ScriptFiles, ScriptManager } from './ScriptManager.types.ts';

/**
 * Runs mini-apps on React Native, from the verified files of their archives.
 *
 * @example
 * const realm = createNativeLoader({ manager: ScriptManager.shared, shared: nativeSharedModules(), scripts });
 * const host = createHost({ platform: 'ios', loaders: { realm }, … });
 */
export function createNativeLoader(options: {
  /** `ScriptManager.shared` of Re.Pack. */
  manager: ScriptManager;
  shared: SharedModules;
  scripts: ScriptFiles;
}): MiniAppLoader {
  const { manager, shared, scripts } = options;
  provideFederation();
  const versions = keepVersionsApart(manager);
  const facade = navigationFacade(new BackHandlers());
  let loaded = 0;

  async function place({ resolution, index, readFile }: LoadRequest): Promise<Map<string, string>> {
    const paths = (index?.files ?? []).map(({ path }) => path).filter(isTaken);
    const entries = paths.map(
      async (path) => [path, await scripts.place(resolution, path, await readFile(path))] as const,
    );
    return new Map(await Promise.all(entries));
  }

  async function evaluate(
    { resolution: { appId } }: LoadRequest,
    name: string,
    addresses: ReadonlyMap<string, string>,
  ): Promise<Container> {
    const entry = addresses.get(containerFile(appId));
    if (entry === undefined) {
      throw new RuntimeError('integrity', `${containerFile(appId)} is not in the archive.`);
    }
    const globalName = containerName(appId);
    const folder = folderOf(entry);
    versions.add({ remoteName: name, name: globalName, globalName, folder });
    manager.addResolver(
      async (scriptId, caller, referenceUrl) => {
        if (scriptId !== name && caller !== name) return undefined;
        const file = referenceUrl?.split(/[?#]/)[0]!.split('/').at(-1) ?? '';
        const url = addresses.get(file);
        // Files of this version only: nothing else is verified.
        if (url === undefined) return undefined;
        // A relative path would be looked up among the app's own files.
        return { url, cache: false, absolute: url.startsWith('file:') };
      },
      { key: name },
    );
    await manager.loadScript(name, undefined, undefined, entry);
    const container = (globalThis as Record<string, unknown>)[name];
    if (isContainer(container)) return container;
    throw new Error(`${containerFile(appId)} defines no container.`);
  }

  return {
    takes: isTaken,
    async load(request) {
      const name = `miniapp-${++loaded}-${containerName(request.resolution.appId)}`;
      try {
        const addresses = await place(request);
        const container = await evaluate(request, name, addresses);
        const modules = modulesOf(shared, facade, boundSdk(request.services));
        const assetUrl = assetUrlOf(addresses);
        const opening = openContainer(container, { modules, instance: name, assetUrl });
        const App = await untilAborted(opening, request.signal);
        return { Component: mountable(App), unload: () => versions.forget(name) };
      } catch (error) {
        // A module that threw while it was evaluated would be returned half-initialized the next time.
        versions.forget(name);
        throw error;
      }
    },
  };
}

function isTaken(path: string): boolean {
  return isAsset(path) || (/\.(js|bundle)$/.test(path) && path !== 'index.bundle');
}
