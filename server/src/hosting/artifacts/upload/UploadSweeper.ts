import type { FastifyBaseLogger } from 'fastify';

import { removeUnregistered } from './removeUnregistered.ts';
import type { ArtifactStorage } from './storeUpload.ts';

const SWEEP_EVERY_MS = 60 * 60_000;

/** Removes uploads that nobody registered, by the clock. */
export class UploadSweeper {
  readonly #storage: ArtifactStorage;
  readonly #logger: FastifyBaseLogger | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> | undefined;

  constructor(storage: ArtifactStorage, logger: FastifyBaseLogger | undefined) {
    this.#storage = storage;
    this.#logger = logger;
  }

  start(): void {
    this.#timer = setInterval(() => this.#sweep(), SWEEP_EVERY_MS).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  #sweep(): void {
    this.#sweeping ??= removeUnregistered(this.#storage, Date.now())
      .catch((error: unknown) =>
        this.#logger?.warn({ err: error }, 'uploads that nobody registered stay for now'),
      )
      .finally(() => (this.#sweeping = undefined));
  }
}
