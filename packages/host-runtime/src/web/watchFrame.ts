/** Asks a frame again and again whether it is alive, and tells when it has not answered for too long. */
export function watchFrame(ping: () => void, hangMs: number, onHang: () => void) {
  let timer: ReturnType<typeof setInterval> | undefined;
  let silentSince: number | undefined;
  const stop = () => clearInterval(timer);
  return {
    start() {
      timer = setInterval(() => {
        // Timers of a page in the background come late, in the frame as here: that is not a hang.
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
