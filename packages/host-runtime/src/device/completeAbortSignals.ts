interface AbortGlobals {
  AbortController: typeof AbortController;
  AbortSignal: typeof AbortSignal;
}

/** Adds the missing parts of React Native's abort signals: reasons, `AbortSignal.timeout` and `AbortSignal.any`. */
export function completeAbortSignals(globals: AbortGlobals): void {
  const { AbortController: Controller, AbortSignal: Signal } = globals;
  if ('timeout' in Signal && 'any' in Signal) return;
  const { prototype } = Controller;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with a controller below
  const { abort } = prototype;
  prototype.abort = function abortWithReason(reason: unknown = namedError('AbortError')) {
    // The first reason stays, and it is set before listeners are called.
    if (!this.signal.aborted) Object.defineProperty(this.signal, 'reason', { value: reason });
    abort.call(this);
  };

  Object.assign(Signal, {
    timeout(milliseconds: number): AbortSignal {
      const controller = new Controller();
      setTimeout(() => controller.abort(namedError('TimeoutError')), milliseconds);
      return controller.signal;
    },
    any(signals: Iterable<AbortSignal>): AbortSignal {
      const controller = new Controller();
      for (const signal of signals) {
        const follow = () => controller.abort(signal.reason);
        if (signal.aborted) follow();
        else signal.addEventListener('abort', follow);
      }
      return controller.signal;
    },
  });
}

function namedError(name: 'AbortError' | 'TimeoutError'): Error {
  const message = name === 'AbortError' ? 'It was given up.' : 'It took too long.';
  return Object.assign(new Error(message), { name });
}
