/** An error of the runtime itself, told by a code of `OpenFailure` or of the registry. */
export class RuntimeError extends Error {
  readonly code: string;

  constructor(code: string, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'RuntimeError';
    this.code = code;
  }
}

/** Waits for work that does not heed signals itself, until it is done or the signal says that nobody waits any more. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/**
 * Gives work a limited time. The work is told by its signal; whoever waits is told at once, also when the work does not
 * heed the signal.
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
