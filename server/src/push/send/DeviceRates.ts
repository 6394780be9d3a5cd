import { LIMITS } from '@host/contracts';
import { LRUCache } from 'lru-cache';

import type { RequestBudgets } from '../../http/rate-limits/budgets/RequestBudgets.ts';
import { RequestCounter } from '../../http/rate-limits/RequestCounter.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MAX_DEVICES = 100_000;

interface Rates {
  minuteEnds: number;
  inMinute: number;
  hourEnds: number;
  inHour: number;
  /** The burst of collapsible messages that it may get. */
  collapsible: number;
  refilledAt: number;
}

/** Counts what is sent to each device: the limits of the protocol, in a bounded amount of memory. */
export class DeviceRates {
  readonly #rates = new LRUCache<number, Rates>({ max: MAX_DEVICES });
  /** Limits that are shared with other nodes. */
  readonly #shared: readonly RequestCounter[];

  constructor(budgets?: RequestBudgets) {
    const shared = (name: string, max: number, windowMs: number) =>
      new RequestCounter(max, windowMs, { name, budgets });
    this.#shared = budgets
      ? [
          shared('device-minute', LIMITS.messagesPerDevicePerMinute, MINUTE_MS),
          shared('device-hour', LIMITS.messagesPerDevicePerHour, HOUR_MS),
        ]
      : [];
  }

  /** Counts a message. Returns whether the device may get it. */
  admit(deviceId: number, isCollapsible: boolean, now: number): boolean {
    const rates = this.#rates.get(deviceId) ?? newRates(now);
    this.#rates.set(deviceId, rates);
    renew(rates, now);
    const isTooMany =
      rates.inMinute >= LIMITS.messagesPerDevicePerMinute ||
      rates.inHour >= LIMITS.messagesPerDevicePerHour ||
      (isCollapsible && rates.collapsible < 1);
    if (isTooMany) return false;
    for (const counter of this.#shared) {
      if (counter.count(String(deviceId)) !== undefined) return false;
    }
    rates.inMinute++;
    rates.inHour++;
    if (isCollapsible) rates.collapsible--;
    return true;
  }
}

function newRates(now: number): Rates {
  return {
    minuteEnds: now + MINUTE_MS,
    inMinute: 0,
    hourEnds: now + HOUR_MS,
    inHour: 0,
    collapsible: LIMITS.collapsibleBurst,
    refilledAt: now,
  };
}

function renew(rates: Rates, now: number): void {
  if (now >= rates.minuteEnds) Object.assign(rates, { minuteEnds: now + MINUTE_MS, inMinute: 0 });
  if (now >= rates.hourEnds) Object.assign(rates, { hourEnds: now + HOUR_MS, inHour: 0 });
  const refill = Math.floor((now - rates.refilledAt) / (LIMITS.collapsibleEverySeconds * 1000));
  if (refill < 1) return;
  rates.collapsible = Math.min(LIMITS.collapsibleBurst, rates.collapsible + refill);
  rates.refilledAt += refill * LIMITS.collapsibleEverySeconds * 1000;
}
