import type { ContainerLocation } from './findContainer.ts';

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

/** Fetches the scripts anew past the browser's cache, where one that hangs would be waited for. */
export async function refetch({ all }: ContainerLocation, signal: AbortSignal): Promise<void> {
  await Promise.all(
    all.map(async ({ url }) => (await fetch(url, { cache: 'reload', signal })).arrayBuffer()),
  );
}
