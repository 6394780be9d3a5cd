import { withoutSlashes } from '@host/api-client/exchange';
import { containerFile } from '@host/contracts';

import type { LoadRequest } from '../ports/MiniAppLoader.types.ts';

/** A script and what its bytes have to be. */
export interface KnownScript {
  url: string;
  integrity: string;
}

/** Where a container is, and what it loads right after. */
export interface ContainerLocation extends KnownScript {
  /** The scripts of `./App`, when the index of files is there. */
  next: readonly KnownScript[];
  /** Every script that is known. */
  all: readonly KnownScript[];
}

/** Finds the container by the index of files, or by what the registry says. */
export function findContainer({
  resolution,
  index,
}: Pick<LoadRequest, 'resolution' | 'index'>): ContainerLocation {
  const { web, appId, version } = resolution;
  if (!web) throw new Error(`${appId} ${version} has no build for the web.`);
  // What is in the index may be signed: it is believed rather than the resolution.
  const scripts = (index?.files ?? []).map(({ path, integrity }) => ({
    path,
    integrity,
    url: new URL(path, `${withoutSlashes(web.baseUrl)}/`).href,
  }));
  const container = scripts.find(({ path }) => path === containerFile(appId));
  if (container) {
    return {
      ...container,
      next: scripts.filter(isOfApp),
      all: scripts.filter(({ path }) => path.endsWith('.js')),
    };
  }
  if (web.container && !index) return { ...web.container, next: [], all: [web.container] };
  throw new Error(`${containerFile(appId)} is not among the files of ${appId} ${version}.`);
}

function isOfApp({ path }: { path: string }): boolean {
  return path.startsWith('__federation_expose_App') && path.endsWith('.js');
}
