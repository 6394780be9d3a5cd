import type { Limits } from '../Limits.ts';
import type { WireEvent } from '../runtime/wire.types.ts';
import type { Ending } from './Engine.types.ts';

const POLL_MS = 100;

/**
 * The wall-clock limit as a multiple of the CPU limit: on a loaded machine, an engine gets little CPU time. It also ends
 * an engine that waits forever without using CPU time.
 */
const WAITING_FACTOR = 10;

/** The share of wall-clock time that counts if the system does not report CPU time. */
const SHARE_WHEN_UNKNOWN = 1 / 3;

/** A moment in wall-clock time, and in CPU time of the engine. */
interface Moment {
  wallMs: number;
  busyMs: number;
}

/** Watches an engine from outside by its events, and reports when a limit is exceeded. */
export class Watchdog {
  /** Whether an event shows that the event loop is running; logs and errors can also come from within an endless loop. */
  static isSignOfLife({ event }: WireEvent): boolean {
    return event !== 'log' && event !== 'dropped' && event !== 'error' && event !== 'warning';
  }

  readonly #limits: Limits;
  readonly #cpuMs: () => number | undefined;
  readonly #onLimit: (kind: Ending['kind']) => void;
  readonly #onLook: (ms: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #start: Moment | undefined;
  /** Undefined while the engine starts: until then only the whole run's time counts. */
  #lastHeard: Moment | undefined;
  #loadingSince: Moment | undefined;
  #suspected: Ending['kind'] | undefined;
  #lastCpuMs: number | undefined;

  constructor(options: {
    limits: Limits;
    /** The CPU time of the engine, which the limits are about; undefined if unknown. */
    cpuMs: () => number | undefined;
    onLimit: (kind: Ending['kind']) => void;
    /** Called periodically with the time since the last event. */
    onLook?: (silenceMs: number) => void;
  }) {
    this.#limits = options.limits;
    this.#cpuMs = options.cpuMs;
    this.#onLimit = options.onLimit;
    this.#onLook = options.onLook ?? (() => {});
  }

  /** Starts watching, and the time of the run. */
  start(): void {
    this.stop();
    this.#start = this.#now();
    if (this.#lastHeard !== undefined) this.#lastHeard = this.#start;
    this.#timer = setInterval(() => this.#look(), POLL_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#loadingSince = undefined;
    this.#suspected = undefined;
  }

  heard(event: WireEvent): void {
    if (!Watchdog.isSignOfLife(event)) return;
    this.#lastHeard = this.#now();
    if (event.event === 'opening') this.#loadingSince = this.#lastHeard;
    if (event.event === 'loaded' || event.event === 'result') this.#loadingSince = undefined;
  }

  #now(): Moment {
    const wallMs = performance.now();
    // For an engine that has just ended, the CPU time is no longer available.
    this.#lastCpuMs = this.#cpuMs() ?? this.#lastCpuMs;
    return { wallMs, busyMs: this.#lastCpuMs ?? wallMs * SHARE_WHEN_UNKNOWN };
  }

  #look(): void {
    const now = this.#now();
    const passed = this.#passedAt(now);
    // Confirmed only at the second check: if this process was busy itself, events may be waiting to be read.
    if (passed !== undefined && passed === this.#suspected) return this.#pass(passed);
    this.#suspected = passed;
    this.#onLook(now.wallMs - (this.#lastHeard ?? now).wallMs);
  }

  #passedAt(now: Moment): Ending['kind'] | undefined {
    const { loadMs, blockedMs, runMs } = this.#limits;
    const hasPassed = (since: Moment | undefined, limitMs: number) =>
      since !== undefined &&
      (now.busyMs - since.busyMs > limitMs || now.wallMs - since.wallMs > limitMs * WAITING_FACTOR);
    if (hasPassed(this.#start, runMs)) return 'run-limit';
    if (this.#loadingSince) return hasPassed(this.#loadingSince, loadMs) ? 'load-limit' : undefined;
    return hasPassed(this.#lastHeard, blockedMs) ? 'blocked' : undefined;
  }

  #pass(kind: Ending['kind']): void {
    this.stop();
    this.#onLimit(kind);
  }
}
