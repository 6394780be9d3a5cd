import type { FastifyBaseLogger } from 'fastify';

import { readCertificateEnd } from './readCertificateEnd.ts';

const CHECK_EVERY_MS = 60 * 60_000;

/** The certificate of one of the platform's addresses. */
interface KnownCertificate {
  host: string;
  endsAt: number;
}

interface CertificateWatchOptions {
  /** The public addresses; those without https have no certificate. */
  addresses: readonly string[];
  logger?: FastifyBaseLogger | undefined;
}

/**
 * Knows when the certificates of the platform's own addresses expire. It checks them periodically in the background, so that
 * no request waits for a connection.
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
    this.#timer = setInterval(() => void this.look(), CHECK_EVERY_MS).unref();
    void this.look();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** The certificates that expire before a time, the earliest first. */
  endingBefore(time: number): KnownCertificate[] {
    return Array.from(this.#known, ([host, endsAt]) => ({ host, endsAt }))
      .filter(({ endsAt }) => endsAt < time)
      .toSorted((one, other) => one.endsAt - other.endsAt);
  }

  /** Reads all certificates again. If one cannot be read, its last state stays: unreachable addresses are reported elsewhere. */
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
