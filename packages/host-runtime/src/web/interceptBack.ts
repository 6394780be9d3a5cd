import { BackHandlers } from '../navigation/BackHandlers.ts';

/**
 * Lets the browser's Back go through the screens of a mini-app before it leaves it. Call it before the host's own
 * navigation is mounted: on a window listeners are called in the order in which they came, and whoever is first can keep
 * the event from the others. A host that makes its loaders later calls this itself, and gives them what it gives.
 *
 * @example
 * const back = interceptBack();
 * const makeLoaders = () => createWebLoaders({ frame, back });
 */
export function interceptBack(page: Window = window): BackHandlers {
  const back = new BackHandlers();
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
  page.addEventListener('popstate', listener);
  return back;
}
