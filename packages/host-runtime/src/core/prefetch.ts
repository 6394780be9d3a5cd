import { chooseVersion } from './chooseVersion.ts';
import { fetchTaken } from './fetchTaken.ts';
import type { Runtime } from './Runtime.ts';

/** Fetches what opening a mini-app would fetch. Failures are ignored: they will show when it is opened. */
export async function prefetch(runtime: Runtime, appId: string): Promise<void> {
  const { options, records, disposed } = runtime;
  const { signal } = disposed;
  try {
    const resolution = await runtime.resolve(appId, signal);
    runtime.prefetched(resolution);
    const record = await records.find(appId);
    const { kept } = chooseVersion(resolution, record, options.hostVersion);
    const { loader } = runtime.loaderFor(resolution);
    const index = await runtime.indexOf(resolution, { kept, loader, signal, isWanted: true });
    loader.prefetch?.({ resolution, index });
    const taken = await fetchTaken(runtime, resolution, { index, loader }, { signal });
    if (!index || taken.length === 0) return;
    // The whole index: opening needs it both for cached files and for those that the browser fetches by their digests.
    const fetched = { resolution, files: index.files, hostVersion: options.hostVersion };
    await records.change(appId, { name: resolution.name, ...(!kept && { fetched }) });
  } catch {
    // The error will show when the mini-app is opened.
  }
}
