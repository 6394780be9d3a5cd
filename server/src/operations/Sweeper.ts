import type { FastifyBaseLogger } from 'fastify';

interface SweeperOptions {
  sweep: () => Promise<void>;
  everyMs: number;
  /** What the log says when it fails. */
  failure: string;
  logger: FastifyBaseLogger | undefined;
}

/** Deletes old data periodically, one sweep at a time. What fails is tried again the next time. */
export class Sweeper {
  readonly #options: SweeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | undefined;

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.#sweep(), this.#options.everyMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  #sweep(): void {
    const { sweep, failure, logger } = this.#options;
    this.#sweeping ??= sweep()
      .catch((error: unknown) => logger?.warn({ err: error }, failure))
      .finally(() => (this.#sweeping = undefined));
  }
}
