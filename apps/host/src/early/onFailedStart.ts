/** Calls `fail` when a script of the page cannot be loaded, cannot be read, or throws. */
export function onFailedStart(fail: () => void): void {
  // A script that is not there tells only itself: that is heard on the way down.
  const hear = ({ target }: Event) => {
    if (target === window || target instanceof HTMLScriptElement) fail();
  };
  addEventListener('error', hear, { capture: true });
  addEventListener('unhandledrejection', fail);
}
