/** An error of the runtime itself, with a code of `OpenFailure` or of the registry. */
export class RuntimeError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'RuntimeError';
    this.code = code;
  }
}

/** Waits for work that ignores abort signals, until it is done or the signal is aborted. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/**
 * Runs work with a timeout. The work gets a signal; the caller's promise rejects at once, even if the work ignores the
 * signal.
 */
export async function withDeadline<Result>(
  milliseconds: number,
  what: string,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  return new Promise<Result>((resolve, reject) => {
    const end = (reason: unknown) => {
      controller.abort(reason);
      reject(reason);
    };
    const onAbort = () => end(outer.reason);
    const timer = setTimeout(
      () => end(new RuntimeError('timeout', `${what} took longer than ${milliseconds} ms.`)),
      milliseconds,
    );
    if (outer.aborted) onAbort();
    else outer.addEventListener('abort', onAbort);
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        outer.removeEventListener('abort', onAbort);
      });
  });
}
