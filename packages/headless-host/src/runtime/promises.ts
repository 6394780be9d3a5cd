interface HermesInternal {
  hasPromise(): boolean;
  useEngineQueue(): boolean;
  enablePromiseRejectionTracker(options: {
    allRejections: boolean;
    onUnhandled(id: number, reason: unknown): void;
    onHandled(id: number): void;
  }): void;
}

/**
 * Keeps the engine's own promises: React Native brings its own where it does not find Hermes. On Hermes this also asks to
 * be told of rejections that nobody handles; V8 tells the thread.
 */
export function keepEnginePromises(
  global: Record<string, unknown>,
  onRejected: (reason: unknown) => void,
): void {
  const hermes = global['HermesInternal'] as HermesInternal | undefined;
  if (hermes) {
    hermes.enablePromiseRejectionTracker({
      allRejections: true,
      onUnhandled: (_id, reason) => onRejected(reason),
      onHandled: () => {},
    });
    return;
  }
  const standIn: HermesInternal = {
    hasPromise: () => true,
    useEngineQueue: () => true,
    enablePromiseRejectionTracker: () => {},
  };
  global['HermesInternal'] = standIn;
}
