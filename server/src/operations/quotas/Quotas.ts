import type { FastifyBaseLogger } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';

import { ApiError } from '../../errors/ApiError.ts';
import type { RequestBudgets } from '../../http/rate-limits/budgets/RequestBudgets.ts';
import { neighbourhoodOf } from '../../http/address/neighbourhoodOf.ts';
import { networkOf } from '../../http/address/networkOf.ts';
import type { Budget } from './Budget.types.ts';
import { DailyBudget } from './DailyBudget.ts';
import type { DiskSpace } from './DiskSpace.ts';
import type { Pool } from './Pool.types.ts';
import { MAX_BYTES_PER_DAY, MAX_NEIGHBOURHOOD_SHARE } from './quotaLimits.ts';
import { RowLimit } from './RowLimit.ts';
import { SharedDailyBudget } from './SharedDailyBudget.ts';

/** The kinds of stored data with a quota. */
export type QuotaName = keyof typeof MAX_BYTES_PER_DAY;

const POOLS: readonly Pool[] = ['strangers', 'devices', 'people'];

/** Who stores something. */
export interface Storer {
  address: string;
  pool: Pool;
}

const RECOUNT_EVERY_MS = 5 * 60_000;
const ALERT_EVERY_MS = 60 * 60_000;
const FULL_RETRY_SECONDS = 60 * 60;
const EVERYWHERE = '';

interface QuotasOptions {
  registry: Registry;
  logger?: Pick<FastifyBaseLogger, 'error'> | undefined;
  /** Multiplies the limits for everybody together, not those of one network. */
  factor?: number | undefined;
  /** Multiplies the limits of one network, for tests. */
  networkFactor?: number | undefined;
  disk?: DiskSpace | undefined;
  /** Where the nodes of a fleet share daily budgets; undefined with a single node. */
  budgets?: RequestBudgets | undefined;
  now?: (() => number) | undefined;
}

/** Keeps callers from filling the disk, by limits for each network and in all. */
export class Quotas {
  readonly #options: QuotasOptions;
  readonly #networks = new Map<string, Budget>();
  readonly #neighbourhoods = new Map<string, Budget>();
  readonly #wholes = new Map<string, Budget>();
  readonly #rowLimits = new Map<string, RowLimit>();
  readonly #alerted = new Map<string, number>();
  readonly #refusals: Counter<'quota'>;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: QuotasOptions) {
    this.#options = options;
    for (const [name, limit] of Object.entries(MAX_BYTES_PER_DAY)) {
      for (const pool of POOLS) {
        const key = `${name}-of-${pool}`;
        const network = limit.network * (options.networkFactor ?? 1);
        const whole = this.#scaled(limit.whole);
        const neighbourhood = Math.max(network, whole * MAX_NEIGHBOURHOOD_SHARE);
        this.#networks.set(key, this.#budgetOf(`${key} network`, network));
        this.#neighbourhoods.set(key, this.#budgetOf(`${key} neighbourhood`, neighbourhood));
        this.#wholes.set(key, this.#budgetOf(`${key} whole`, whole));
      }
    }
    this.#refusals = new Counter({
      name: 'storage_quota_refusals_total',
      help: 'What was not stored because a quota was used up; a quota of one network has -per-network at its end',
      labelNames: ['quota'] as const,
      registers: [options.registry],
    });
    this.#addGauge(options.registry);
  }

  #budgetOf(name: string, max: number): Budget {
    const { budgets, now = Date.now } = this.#options;
    return budgets ? new SharedDailyBudget({ name, max, budgets, now }) : new DailyBudget(max, now);
  }

  /** A limit for everybody together, multiplied by QUOTA_FACTOR. */
  #scaled(limit: number): number {
    return limit * (this.#options.factor ?? 1);
  }

  /** Throws when a caller may not store so many bytes now, without counting them. */
  requireRoom(name: QuotaName, { address, pool }: Storer, bytes: number): void {
    const key = `${name}-of-${pool}`;
    const wait =
      this.#networks.get(key)!.secondsUntilRoom(networkOf(address), bytes) ??
      this.#neighbourhoods.get(key)!.secondsUntilRoom(neighbourhoodOf(address), bytes);
    if (wait !== undefined) {
      this.alert(`${key}-per-network`);
      throw new ApiError('quota-exceeded', `Your network has stored its part of ${name} today.`, {
        retryAfterSeconds: wait,
      });
    }
    const whole = this.#wholes.get(key)!.secondsUntilRoom(EVERYWHERE, bytes);
    if (whole !== undefined) throw this.full(key, whole);
    if (this.#options.disk?.isShortFor(pool)) throw this.full('disk');
  }

  /** Counts what was stored. */
  count(name: QuotaName, { address, pool }: Storer, bytes: number): void {
    const key = `${name}-of-${pool}`;
    this.#networks.get(key)!.add(networkOf(address), bytes);
    this.#neighbourhoods.get(key)!.add(neighbourhoodOf(address), bytes);
    this.#wholes.get(key)!.add(EVERYWHERE, bytes);
  }

  /** Checks and counts in one step. */
  admit(name: QuotaName, storer: Storer, bytes: number): void {
    this.requireRoom(name, storer, bytes);
    this.count(name, storer, bytes);
  }

  /** Limits the rows of one kind for everybody together: they are counted periodically and exported as a metric. */
  limitRows(name: string, max: number, count: () => Promise<number>): RowLimit {
    const limit = new RowLimit(this.#scaled(max), count);
    this.#rowLimits.set(name, limit);
    return limit;
  }

  /** The error for a used-up quota for everybody; also alerts the operator. */
  full(quota: string, retryAfterSeconds = FULL_RETRY_SECONDS): ApiError {
    this.alert(quota);
    return new ApiError('quota-full', `The quota ${quota} is used up.`, { retryAfterSeconds });
  }

  /** Alerts the operator that a quota is used up, at most once an hour for each. */
  alert(quota: string): void {
    this.#refusals.inc({ quota });
    const now = (this.#options.now ?? Date.now)();
    if (now - (this.#alerted.get(quota) ?? Number.NEGATIVE_INFINITY) < ALERT_EVERY_MS) return;
    this.#alerted.set(quota, now);
    this.#options.logger?.error(
      { quota },
      'a storage quota is used up; see storage_quota_used_ratio',
    );
  }

  /** Counts the rows, now and then periodically. */
  async start(): Promise<void> {
    await this.recount();
    this.#timer = setInterval(() => void this.recount(), RECOUNT_EVERY_MS).unref();
  }

  /** If counting fails, the last count stays. */
  async recount(): Promise<void> {
    for (const [quota, limit] of this.#rowLimits) {
      await limit.recount().catch((error: unknown) => {
        this.#options.logger?.error({ err: error, quota }, 'a storage quota could not be counted');
      });
    }
    await this.#options.disk?.look();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #addGauge(registry: Registry): void {
    const ratios = () => this.#ratios();
    registry.registerMetric(
      new Gauge({
        name: 'storage_quota_used_ratio',
        help: 'How much of each storage quota is used, from 0 to 1; of a budget of a day, as if all nodes had used as much as this one',
        labelNames: ['quota'] as const,
        registers: [],
        collect() {
          for (const [quota, ratio] of ratios()) this.set({ quota }, ratio);
        },
      }),
    );
  }

  #ratios(): [string, number][] {
    const { disk } = this.#options;
    return [
      ...[...this.#wholes].map(([name, budget]): [string, number] => [
        name,
        budget.usedRatio(EVERYWHERE),
      ]),
      ...[...this.#rowLimits].map(([name, limit]): [string, number] => [name, limit.usedRatio()]),
      ...(disk ? [['disk', disk.usedRatio()] as [string, number]] : []),
    ];
  }
}
