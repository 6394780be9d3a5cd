import { ApiClientError } from '../ApiClientError.ts';

/** Ends a call when its time is up or its caller has given up. */
export class Deadline {
  readonly #what: string;
  readonly #timeoutMs: number;
  readonly #end: number;
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout>;
  readonly #caller: AbortSignal | undefined;
  readonly #giveUp = () => this.#controller.abort();

  constructor(timeoutMs: number, caller: AbortSignal | undefined, what: string) {
    this.#what = what;
    this.#timeoutMs = timeoutMs;
    this.#end = Date.now() + timeoutMs;
    this.#caller = caller;
    this.#timer = setTimeout(this.#giveUp, timeoutMs);
    caller?.addEventListener('abort', this.#giveUp);
    if (caller?.aborted) this.#giveUp();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get leftMs(): number {
    return this.#end - Date.now();
  }

  /** What a failure on the way means: the caller's own reason, a time-out, or a broken connection. */
  explain(error: unknown): unknown {
    if (error instanceof ApiClientError) return error;
    if (this.#caller?.aborted) return this.#caller.reason;
    if (this.signal.aborted) {
      const detail = `${this.#what} took longer than ${this.#timeoutMs} ms.`;
      return new ApiClientError('timeout', detail, { cause: error });
    }
    const { cause } = error as { cause?: { code?: string; message?: string } };
    const reason = cause?.code ?? cause?.message ?? (error as Error).message;
    const detail = `${this.#what} got no whole answer (${reason}).`;
    return new ApiClientError('network', detail, { cause: error });
  }

  /** Waits, and rejects when the call ends before. */
  async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(resolve, ms);
      this.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('aborted while waiting'));
      });
    });
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#giveUp);
  }
}
