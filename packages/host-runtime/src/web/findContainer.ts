import { withoutSlashes } from '@host/api-client/exchange';
import { containerFile } from '@host/contracts';

import type { LoadRequest } from '../ports/MiniAppLoader.types.ts';

/** A script and its integrity value. */
export interface KnownScript {
  url: string;
  integrity: string;
}

/** A container, and the scripts that it loads next. */
export interface ContainerLocation extends KnownScript {
  /** The scripts of `./App`, if the file index is known. */
  next: readonly KnownScript[];
  /** All known scripts. */
  all: readonly KnownScript[];
}

/** Finds the container in the file index, or in the resolution. */
export function findContainer({
  resolution,
  index,
}: Pick<LoadRequest, 'resolution' | 'index'>): ContainerLocation {
  const { web, appId, version } = resolution;
  if (!web) throw new Error(`${appId} ${version} has no build for the web.`);
  // The index may be signed, so it takes precedence over the resolution.
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
