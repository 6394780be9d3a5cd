import type { Live } from './createLive.ts';

/** How long a page may be in the background before it lets go of its connection: browsers have few for a server. */
const MAX_HIDDEN_MS = 30_000;

/** Listens while somebody may, and looks. */
export function keepLive(live: Live, page: Document, isAllowed: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return function update() {
    clearTimeout(timer);
    if (!isAllowed()) live.stop();
    else if (page.visibilityState === 'visible') live.start();
    else timer = setTimeout(() => live.stop(), MAX_HIDDEN_MS);
  };
}
