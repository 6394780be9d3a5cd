import { createObservable } from '@host/contracts';

import type { Build, WatchedBuilds } from './Development.types.ts';

const EVERY_MS = 1500;

/** Polls the builds of a dev server, for platforms without server-sent events: every build is a version of its own. */
export function pollBuilds(versionNow: (signal: AbortSignal) => Promise<string>): WatchedBuilds {
  const build = createObservable<Build>({ phase: 'building' });
  const ending = new AbortController();
  let known: string | undefined;
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(): Promise<void> {
    try {
      const version = await versionNow(ending.signal);
      // A server that is reachable again does not necessarily have a new build.
      if (version !== known || build.get().phase === 'lost') {
        if (version !== known) count += 1;
        known = version;
        if (!ending.signal.aborted) build.set({ phase: 'built', count });
      }
    } catch {
      if (!ending.signal.aborted) build.set({ phase: 'lost' });
    }
    if (!ending.signal.aborted) timer = setTimeout(() => void look(), EVERY_MS);
  }
  void look();
  return {
    build,
    end() {
      ending.abort();
      clearTimeout(timer);
    },
  };
}
