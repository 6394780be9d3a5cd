import type { ContainerLocation, KnownScript } from './findContainer.ts';

/** Has the browser fetch what the container asks for as soon as it runs, at the same time as the container. */
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
 * Has the browser's caches hold what opening asks for. Not by a link: a service worker is not told the integrity of what
 * links prefetch, and could not find by its digest what is kept already.
 */
export async function prefetchScripts({ url, integrity, next }: ContainerLocation): Promise<void> {
  await fetchAll([{ url, integrity }, ...next], { priority: 'low' });
}

/** Fetches the scripts anew past the browser's cache, where one that hangs would be waited for. */
export async function refetch({ all }: ContainerLocation, signal: AbortSignal): Promise<void> {
  await fetchAll(all, { cache: 'reload', signal });
}

async function fetchAll(scripts: readonly KnownScript[], init: RequestInit): Promise<void> {
  await Promise.all(
    scripts.map(async ({ url, integrity }) =>
      // Until the last byte: what was not read is not kept.
      (await fetch(url, { ...init, integrity })).arrayBuffer(),
    ),
  );
}
