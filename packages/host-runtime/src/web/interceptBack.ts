import { BackHandlers } from '../navigation/BackHandlers.ts';

/**
 * Makes the browser's Back go through the screens of a mini-app before it leaves it. Call it before the host's own
 * navigation is mounted: listeners on the window are called in order, and the first can stop the event. A host that creates
 * its loaders later calls this itself, and passes the result to them.
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
    // The browser has gone back already, so go forward again, which causes another event.
    ignored += 1;
    page.history.forward();
  };
  page.addEventListener('popstate', listener);
  return back;
}
