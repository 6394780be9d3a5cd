import { containerFile, containerName, takenFiles } from '@host/contracts';
import type { ComponentType } from 'react';

import { blobUrls } from '../common/blobUrls.ts';
import { RuntimeError, untilAborted } from '../common/deadline.ts';
import { folderOf } from '../common/folderOf.ts';
import { assetUrlOf } from '../federation/assetUrlOf.ts';
import { boundSdk } from '../federation/boundSdk.ts';
import type { Container } from '../federation/Container.types.ts';
import { modulesOf } from '../federation/modulesOf.ts';
import { isContainer, openContainer } from '../federation/openContainer.ts';
import { provideFederation } from '../federation/provideFederation.ts';
import type { SharedModules } from '../federation/SharedModules.types.ts';
import type { BackHandlers } from '../navigation/BackHandlers.ts';
import { navigationFacade } from '../navigation/navigationFacade.tsx';
import type { LoadRequest, MiniAppLoader } from '../ports/MiniAppLoader.types.ts';
import { mountable } from '../react/mountable.tsx';
import { keepVersionsApart } from '../versions/keepVersionsApart.web.ts';
import { type ContainerLocation, findContainer } from './findContainer.ts';
import { loadScript } from './loadScript.ts';
import { preload, prefetchScripts, refetch } from './preload.ts';
import { withoutPageText } from './withoutPageText.tsx';

/** Runs mini-apps in the host's own page. For trusted mini-apps: they have access to everything in the page. */
export function createRealmLoader(options: {
  shared: SharedModules;
  back: BackHandlers;
}): MiniAppLoader {
  provideFederation();
  const versions = keepVersionsApart();
  const facade = navigationFacade(options.back);
  let loaded = 0;

  async function evaluate(
    { url, integrity }: ContainerLocation,
    request: LoadRequest,
    name: string,
  ): Promise<Container> {
    const globalName = containerName(request.resolution.appId);
    const folder = folderOf(url);
    versions.add({ remoteName: name, name: globalName, globalName, folder });
    const { scriptTimeoutMs: timeoutMs, signal } = request;
    await loadScript({ url, integrity, timeoutMs, signal }).done;
    const container = (globalThis as Record<string, unknown>)[name];
    if (isContainer(container)) return container;
    throw new Error(`${containerFile(request.resolution.appId)} defines no container.`);
  }

  return {
    takes: takenFiles.realm,
    prefetch: (request) => void fetchAhead(request),
    async load(request) {
      const { signal } = request;
      const location = findContainer(request);
      if (request.attempt > 1) await refetch(location, signal).catch(() => {});
      else preload(location);
      // Unguessable, so that whatever is found under this name can only have come from the script.
      const name = `miniapp-${++loaded}-${crypto.getRandomValues(new Uint32Array(2)).join('')}`;
      const assets = blobUrls(await readAssets(request));
      const forget = () => {
        versions.forget(name);
        removeScripts(location.url);
        assets.revoke();
      };
      let App: ComponentType;
      try {
        const container = await evaluate(location, request, name);
        const modules = modulesOf(options.shared, facade, boundSdk(request.services));
        const assetUrl = assetUrlOf(assets.addresses);
        const opening = openContainer(container, { modules, instance: name, assetUrl });
        App = await untilAborted(opening, signal);
      } catch (error) {
        // A module that threw while it was evaluated would be returned half-initialized the next time.
        forget();
        throw toLoadError(error);
      }
      return { Component: withoutPageText(mountable(App)), unload: forget };
    },
  };
}

function readAssets({ index, readFile }: LoadRequest) {
  const paths = (index?.files ?? []).map(({ path }) => path).filter(takenFiles.realm);
  return Promise.all(paths.map(async (path) => ({ path, bytes: await readFile(path) })));
}

async function fetchAhead(request: Pick<LoadRequest, 'resolution' | 'index'>): Promise<void> {
  try {
    await prefetchScripts(findContainer(request));
  } catch {
    // What cannot be fetched now is fetched when it is opened.
  }
}

/** Translates an error: a chunk that is missing or has wrong bytes is not the mini-app's fault. */
function toLoadError(error: unknown): unknown {
  const { name, message } = (error ?? {}) as Partial<Error>;
  if (name !== 'ChunkLoadError') return error;
  return new RuntimeError('load-failed', message ?? name, { cause: error });
}

/** Removes script elements that never loaded, which later requests for the same URL would wait for. */
function removeScripts(containerUrl: string): void {
  const folder = folderOf(containerUrl);
  for (const script of document.querySelectorAll('script')) {
    if (script.src.startsWith(folder)) script.remove();
  }
}
