import type { FastifyBaseLogger } from 'fastify';

/** Lines per minute about refused requests of strangers: enough to see what happens, too few to fill a disk. */
const MAX_LINES_PER_MINUTE = 300;
const MINUTE_MS = 60_000;

/** Limits the log lines about strangers; one line says how many were dropped. */
export class FailureLines {
  readonly #logger: FastifyBaseLogger;
  #ends = 0;
  #written = 0;
  #leftOut = 0;

  constructor(logger: FastifyBaseLogger) {
    this.#logger = logger;
  }

  /** Whether one more line may be written. */
  admit(): boolean {
    const now = Date.now();
    if (now >= this.#ends) {
      this.close();
      this.#ends = now + MINUTE_MS;
      this.#written = 0;
    }
    if (this.#written < MAX_LINES_PER_MINUTE) {
      this.#written++;
      return true;
    }
    this.#leftOut++;
    return false;
  }

  /** Logs how many lines were dropped since the last such line. */
  close(): void {
    if (this.#leftOut === 0) return;
    this.#logger.info({ leftOut: this.#leftOut }, 'more refused requests are not in the log');
    this.#leftOut = 0;
  }
}
