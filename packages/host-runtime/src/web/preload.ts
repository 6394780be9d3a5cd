import type { ContainerLocation, KnownScript } from './findContainer.ts';

/** Makes the browser fetch the container's next scripts at the same time as the container. */
export function preload({ next }: ContainerLocation): void {
  for (const { url, integrity } of next) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preload', as: 'script', href: url, integrity });
    link.crossOrigin = 'anonymous';
    link.addEventListener('load', () => link.remove());
    link.addEventListener('error', () => link.remove());
    document.head.append(link);
  }
}

/**
 * Prefetches the scripts for opening into the browser's caches. Not by link elements: for those, a service worker does not
 * see the integrity value, by which it looks up cached files.
 */
export async function prefetchScripts({ url, integrity, next }: ContainerLocation): Promise<void> {
  await fetchAll([{ url, integrity }, ...next], { priority: 'low' });
}

/** Fetches the scripts again, bypassing the browser's cache, where a hanging request would be joined. */
export async function refetch({ all }: ContainerLocation, signal: AbortSignal): Promise<void> {
  await fetchAll(all, { cache: 'reload', signal });
}

async function fetchAll(scripts: readonly KnownScript[], init: RequestInit): Promise<void> {
  await Promise.all(
    scripts.map(async ({ url, integrity }) =>
      // Read to the end: incomplete responses are not cached.
      (await fetch(url, { ...init, integrity })).arrayBuffer(),
    ),
  );
}
