import type { Limits } from '../Limits.ts';
import type { WireEvent } from '../runtime/wire.types.ts';
import type { Ending } from './Engine.types.ts';

const LOOK_EVERY_MS = 100;

/** Watches an engine from outside by what it tells, and says when a limit is passed. */
export class Watchdog {
  /** Whether an event shows that the engine turns; what is logged or thrown can come from the midst of a loop. */
  static isSignOfLife({ event }: WireEvent): boolean {
    return event !== 'log' && event !== 'dropped' && event !== 'error' && event !== 'warning';
  }

  readonly #limits: Limits;
  readonly #onLimit: (kind: Ending['kind']) => void;
  readonly #onLook: (ms: number) => void;
  #timer: NodeJS.Timeout | undefined;
  #start = 0;
  /** Undefined while the engine starts: until then only the whole run's time counts. */
  #lastHeard: number | undefined;
  #loadingSince: number | undefined;

  constructor(options: {
    limits: Limits;
    onLimit: (kind: Ending['kind']) => void;
    /** Called again and again, with how long nothing was heard. */
    onLook?: (silenceMs: number) => void;
  }) {
    this.#limits = options.limits;
    this.#onLimit = options.onLimit;
    this.#onLook = options.onLook ?? (() => {});
  }

  /** Begins to watch; from here on the run's time counts. */
  start(): void {
    this.stop();
    this.#start = performance.now();
    if (this.#lastHeard !== undefined) this.#lastHeard = this.#start;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#loadingSince = undefined;
  }

  heard(event: WireEvent): void {
    if (!Watchdog.isSignOfLife(event)) return;
    this.#lastHeard = performance.now();
    if (event.event === 'opening') this.#loadingSince = this.#lastHeard;
    if (event.event === 'loaded' || event.event === 'result') this.#loadingSince = undefined;
  }

  #look(): void {
    const now = performance.now();
    const { loadMs, blockedMs, runMs } = this.#limits;
    const silence = now - (this.#lastHeard ?? now);
    if (now - this.#start > runMs) return this.#pass('run-limit');
    if (this.#loadingSince !== undefined) {
      if (now - this.#loadingSince > loadMs) return this.#pass('load-limit');
    } else if (silence > blockedMs) {
      return this.#pass('blocked');
    }
    this.#onLook(silence);
  }

  #pass(kind: Ending['kind']): void {
    this.stop();
    this.#onLimit(kind);
  }
}
