import type { Clock } from './clock.ts';

type Callback = (...args: unknown[]) => void;

/** Installs timers, `Date`, `performance` and animation frames that use the virtual clock. */
export function installTime(global: Record<string, unknown>, clock: Clock): void {
  const start = clock.now();
  const elapsed = () => clock.now() - start;
  const bound = (callback: Callback, args: unknown[]) => () => callback(...args);
  const clear = (id: unknown) => clock.clear(id);

  Object.assign(global, {
    setTimeout: (callback: Callback, ms: number, ...args: unknown[]) =>
      clock.setTimeout(bound(callback, args), ms),
    setInterval: (callback: Callback, ms: number, ...args: unknown[]) =>
      clock.setInterval(bound(callback, args), ms),
    setImmediate: (callback: Callback, ...args: unknown[]) =>
      clock.setTimeout(bound(callback, args), 0),
    requestAnimationFrame: (callback: Callback) => clock.setTimeout(() => callback(elapsed()), 16),
    requestIdleCallback: (callback: Callback) =>
      clock.setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 10 }), 1),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
    cancelAnimationFrame: clear,
    cancelIdleCallback: clear,
    performance: { now: elapsed, timeOrigin: start, mark: () => {}, measure: () => {} },
    Date: shiftedDate(clock),
  });
}

/** A `Date` whose current time is that of the virtual clock. */
function shiftedDate(clock: Clock): DateConstructor {
  const now = () => Math.floor(clock.now());
  const shifted = new Proxy(Date, {
    construct: (target, args: unknown[], newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
    apply: () => new Date(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  Object.assign(Date.prototype, { constructor: shifted });
  return shifted;
}
