import type { BackHandlers } from '../navigation/BackHandlers.ts';

/**
 * Lets the browser's Back go through the screens of a mini-app before it leaves it. Call it before the host's own
 * navigation is mounted: whoever listens first can keep the event from the others.
 */
export function interceptBack(back: BackHandlers, page: Window = window): () => void {
  let ignored = 0;
  const listener = (event: PopStateEvent) => {
    if (ignored > 0) {
      ignored -= 1;
      event.stopImmediatePropagation();
      return;
    }
    if (!back.goBack()) return;
    event.stopImmediatePropagation();
    // The browser has gone back already: forward again, which is told by an event of its own.
    ignored += 1;
    page.history.forward();
  };
  page.addEventListener('popstate', listener, true);
  return () => page.removeEventListener('popstate', listener, true);
}
