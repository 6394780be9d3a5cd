import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';

import { LineLimit } from './LineLimit.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Records unexpected errors. */
    strayErrors: StrayErrors;
  }
}

/** Each line has a stack trace, and whoever can cause one error can cause thousands. */
const MAX_LINES_A_MINUTE = 10;

/** Records unexpected errors in the log, within a limit, and in a metric. */
export class StrayErrors {
  readonly #lines = new LineLimit(MAX_LINES_A_MINUTE);
  readonly #logger: Pick<FastifyBaseLogger, 'error'>;
  readonly #count: Counter;

  constructor(logger: Pick<FastifyBaseLogger, 'error'>, registry: Registry) {
    this.#logger = logger;
    this.#count = new Counter({
      name: 'stray_errors_total',
      help: 'Errors that nothing expected; each is a mistake of the server',
      registers: [registry],
    });
  }

  /** @param where it came from, as the log names it */
  note(error: unknown, where: string): void {
    this.#count.inc();
    const leftOut = this.#lines.admit();
    if (leftOut === undefined) return;
    this.#logger.error({ err: error, where, ...(leftOut > 0 && { leftOut }) }, 'stray error');
  }
}
