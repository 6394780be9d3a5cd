/** Calls `fail` when a script of the page cannot be loaded, cannot be read, or throws. */
export function onFailedStart(fail: () => void): void {
  // The error event of a script that fails to load does not bubble, so it is caught in the capture phase.
  const hear = ({ target }: Event) => {
    if (target === window || target instanceof HTMLScriptElement) fail();
  };
  addEventListener('error', hear, { capture: true });
  addEventListener('unhandledrejection', fail);
}
