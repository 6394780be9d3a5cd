import type { FastifyBaseLogger } from 'fastify';

interface SweeperOptions {
  sweep: () => Promise<void>;
  /** Asked before each sweep, if one node sweeps for all. */
  isMyTurn?: (() => Promise<boolean>) | undefined;
  everyMs: number;
  /** The log message if a sweep fails. */
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
    const { failure, logger } = this.#options;
    this.#sweeping ??= this.#sweepInTurn()
      .catch((error: unknown) => logger?.warn({ err: error }, failure))
      .finally(() => (this.#sweeping = undefined));
  }

  async #sweepInTurn(): Promise<void> {
    const { sweep, isMyTurn } = this.#options;
    if (!isMyTurn || (await isMyTurn())) await sweep();
  }
}
