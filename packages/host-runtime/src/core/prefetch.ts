import { chooseVersion } from './chooseVersion.ts';
import { withDeadline } from './deadline.ts';
import type { Runtime } from './Runtime.ts';

/** Fetches what opening a mini-app would fetch. A failure shows when it is opened. */
export async function prefetch(runtime: Runtime, appId: string): Promise<void> {
  const { options, limits, files, records, disposed } = runtime;
  const { signal } = disposed;
  try {
    const resolution = await runtime.resolve(appId, signal);
    runtime.prefetched(resolution);
    const record = await records.find(appId);
    const { kept } = chooseVersion(resolution, record, options.hostVersion);
    const { loader } = runtime.loaderFor(resolution);
    const index = await runtime.indexOf(resolution, { kept, loader, signal, isWanted: true });
    loader.prefetch?.({ resolution, index });
    const taken = index?.files.filter(({ path }) => loader.takes?.(path)) ?? [];
    if (taken.length === 0) return;
    await withDeadline(limits.downloadMs, 'Downloading', signal, (inner) =>
      files.fetch(resolution, taken, { signal: inner }),
    );
    const fetched = { resolution, files: taken, hostVersion: options.hostVersion };
    await records.change(appId, { name: resolution.name, ...(!kept && { fetched }) });
  } catch {
    // Whoever opens it is told.
  }
}
