import type { Limits } from '../Limits.ts';
import type { WireEvent } from '../runtime/wire.types.ts';
import type { Ending } from './Engine.types.ts';

const LOOK_EVERY_MS = 100;

/**
 * How many times as long as a limit may be waited by the clock on the wall: on a loaded machine an engine gets little of the
 * processor. One that waits for ever computes nothing, and only this ends it.
 */
const WAITING_FACTOR = 10;

/** Where the system does not tell how much an engine has computed, this much of the time counts. */
const SHARE_WHEN_UNKNOWN = 1 / 3;

/** A moment: by the clock on the wall, and by what the engine has computed until then. */
interface Moment {
  wallMs: number;
  busyMs: number;
}

/** Watches an engine from outside by what it tells, and says when a limit is passed. */
export class Watchdog {
  /** Whether an event shows that the engine turns; what is logged or thrown can come from the midst of a loop. */
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
    /** The time of the processor that the engine has used, which is what limits are about; undefined where nobody knows. */
    cpuMs: () => number | undefined;
    onLimit: (kind: Ending['kind']) => void;
    /** Called again and again, with how long nothing was heard. */
    onLook?: (silenceMs: number) => void;
  }) {
    this.#limits = options.limits;
    this.#cpuMs = options.cpuMs;
    this.#onLimit = options.onLimit;
    this.#onLook = options.onLook ?? (() => {});
  }

  /** Begins to watch; from here on the run's time counts. */
  start(): void {
    this.stop();
    this.#start = this.#now();
    if (this.#lastHeard !== undefined) this.#lastHeard = this.#start;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
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
    // Of an engine that has just ended nothing is known any more.
    this.#lastCpuMs = this.#cpuMs() ?? this.#lastCpuMs;
    return { wallMs, busyMs: this.#lastCpuMs ?? wallMs * SHARE_WHEN_UNKNOWN };
  }

  #look(): void {
    const now = this.#now();
    const passed = this.#passedAt(now);
    // What it told meanwhile may still wait to be read, when it was this process that had no time.
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
