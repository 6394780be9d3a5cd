import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';

import { MAX_DISTINCT_VIOLATIONS } from './policyReportLimits.ts';
import type { Violation } from './violationsOf.ts';

const HOUR_MS = 60 * 60 * 1000;

/** Records what browsers blocked: a line in the log for each distinct violation per hour, and a metric. */
export class PolicyReports {
  readonly #logger: Pick<FastifyBaseLogger, 'warn'>;
  readonly #count: Counter<'directive'>;
  readonly #seen = new Set<string>();
  #ends = 0;
  #leftOut = 0;

  constructor(logger: Pick<FastifyBaseLogger, 'warn'>, registry: Registry) {
    this.#logger = logger;
    this.#count = new Counter({
      name: 'csp_reports_total',
      help: 'Violations of the Content-Security-Policy of our pages that somebody reported, by directive',
      labelNames: ['directive'] as const,
      registers: [registry],
    });
  }

  note(violation: Violation): void {
    this.#count.inc({ directive: violation.directive });
    const now = Date.now();
    if (now >= this.#ends) {
      this.close();
      this.#seen.clear();
      this.#ends = now + HOUR_MS;
    }
    const { directive, page, blocked } = violation;
    const key = JSON.stringify([directive, page, blocked]);
    if (this.#seen.has(key)) return;
    if (this.#seen.size >= MAX_DISTINCT_VIOLATIONS) {
      this.#leftOut++;
      return;
    }
    this.#seen.add(key);
    this.#logger.warn({ directive, page, blocked }, 'a page broke its content security policy');
  }

  /** Logs how many violations were dropped since the last such line. */
  close(): void {
    if (this.#leftOut === 0) return;
    this.#logger.warn({ leftOut: this.#leftOut }, 'more reports of violations are not in the log');
    this.#leftOut = 0;
  }
}
