/** Pings a frame periodically, and reports when it has not answered for too long. */
export function watchFrame(ping: () => void, hangMs: number, onHang: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let silentSince: number | undefined;
  const stop = () => clearInterval(timer);
  return {
    start() {
      timer = setInterval(() => {
        // Timers are throttled in background pages, here and in the frame: that is no hang.
        if (document.hidden) {
          silentSince = undefined;
          return;
        }
        silentSince ??= performance.now();
        if (performance.now() - silentSince > hangMs) {
          stop();
          onHang();
          return;
        }
        ping();
      }, hangMs / 5);
    },
    alive() {
      silentSince = undefined;
    },
    stop,
  };
}
