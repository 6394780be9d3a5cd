import type { FastifyBaseLogger } from 'fastify';

import { readCertificateEnd } from './readCertificateEnd.ts';

const LOOK_EVERY_MS = 60 * 60_000;

/** A certificate that an address of the platform shows. */
interface KnownCertificate {
  host: string;
  endsAt: number;
}

interface CertificateWatchOptions {
  /** Those that others know; what is not https has no certificate. */
  addresses: readonly string[];
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Knows when the certificates of the platform's own addresses end. It looks at them now and then, so that nobody who asks waits
 * for a connection.
 */
export class CertificateWatch {
  readonly #addresses: readonly string[];
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #known = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ addresses, logger }: CertificateWatchOptions) {
    const secure = addresses.filter((each) => each.startsWith('https:'));
    this.#addresses = [...new Set(secure.map((each) => new URL(each).origin))];
    this.#logger = logger;
  }

  start(): void {
    if (this.#addresses.length === 0) return;
    this.#timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
    void this.look();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Those that end before a time, the first first. */
  endingBefore(time: number): KnownCertificate[] {
    return Array.from(this.#known, ([host, endsAt]) => ({ host, endsAt }))
      .filter(({ endsAt }) => endsAt < time)
      .toSorted((one, other) => one.endsAt - other.endsAt);
  }

  /** Reads all of them anew. One that cannot be read stays as it was: what does not answer is said elsewhere. */
  async look(): Promise<void> {
    const reads = this.#addresses.map(async (address) => {
      try {
        this.#known.set(new URL(address).host, await readCertificateEnd(address));
      } catch (error) {
        this.#logger?.debug({ err: error, address }, 'a certificate cannot be looked at');
      }
    });
    await Promise.all(reads);
  }
}
