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
 * Keeps the engine's own promises, which React Native replaces if it does not find Hermes. On Hermes, this also enables
 * tracking of unhandled rejections; V8 reports them to the thread.
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
