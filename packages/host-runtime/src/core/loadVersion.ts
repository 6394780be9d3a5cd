import type { ArtifactFiles, Isolation, Resolution } from '@host/contracts';
import { type LifecycleState, createObservable } from '@host/miniapp-sdk/host';

import { RuntimeError, withDeadline } from '../common/deadline.ts';
import type { Params } from '../Host.types.ts';
import type { MiniAppLoader } from '../ports/MiniAppLoader.types.ts';
import { createServices } from '../services/createServices.ts';
import type { LoadedVersion } from './LoadedVersions.ts';
import type { Runtime } from './Runtime.ts';

/** The options for loading a version. */
interface LoadOptions {
  resolution: Resolution;
  isolation: Isolation;
  loader: MiniAppLoader;
  index: ArtifactFiles | undefined;
  params: Params;
  attempt: number;
  signal: AbortSignal;
}

/** Runs the code of a version, with an SDK that is bound to it. */
export async function loadVersion(runtime: Runtime, options: LoadOptions): Promise<LoadedVersion> {
  const { resolution, isolation, loader, index, params, attempt, signal } = options;
  const { limits, files, storage, consents } = runtime;
  const lifecycle = createObservable<LifecycleState>({ phase: 'launched', params });
  const services = createServices(
    {
      options: runtime.options,
      limits,
      storage,
      consents,
      resolution,
      openLink: (link, from) => runtime.openLink(link, from),
    },
    lifecycle,
  );
  const readFile = async (path: string) => {
    const file = index?.files.find((one) => one.path === path);
    if (file) return files.read(file);
    throw new RuntimeError('integrity', `${path} is not a file of this version.`);
  };
  const content = await withDeadline(limits.startMs, 'Loading', signal, (inner) =>
    loader.load({
      resolution,
      index,
      services,
      isDevelopment: runtime.options.isDevelopment ?? false,
      readFile,
      signal: inner,
      scriptTimeoutMs: limits.scriptMs,
      attempt,
    }),
  );
  return { resolution, isolation, content, lifecycle, isGood: false, views: new Set() };
}
