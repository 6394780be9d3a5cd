import { basicIntl } from './basicIntl.ts';

/**
 * Polyfills for what the Hermes of React Native 0.86 has and the one that runs here, 0.12, lacks: a mini-app that works on a
 * phone has to work here.
 */
export function addNewerBuiltIns(): void {
  for (const type of [Array, String, Uint8Array]) add(type.prototype, 'at', at);
  add(Array.prototype, 'toReversed', function toReversed(this: unknown[]) {
    const copy = [...this];
    copy.reverse();
    return copy;
  });
  add(Array.prototype, 'toSorted', function toSorted(this: unknown[], compare: never) {
    const copy = [...this];
    copy.sort(compare);
    return copy;
  });
  add(Array.prototype, 'toSpliced', function toSpliced(this: unknown[], ...args: [number]) {
    const copy = [...this];
    copy.splice(...args);
    return copy;
  });
  add(Array.prototype, 'with', function replaced(this: unknown[], index: number, value: unknown) {
    const copy = [...this];
    copy[index < 0 ? copy.length + index : index] = value;
    return copy;
  });
  add(Promise, 'allSettled', allSettled);
  add(Promise, 'any', any);
  add(globalThis, 'Intl', basicIntl);
}

function add(target: object, name: string, value: unknown): void {
  if (name in target) return;
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

function at(this: ArrayLike<unknown>, index: number): unknown {
  const whole = Math.trunc(index) || 0;
  return this[whole < 0 ? this.length + whole : whole];
}

function allSettled(promises: Iterable<unknown>): Promise<unknown[]> {
  const settled = [...promises].map((promise) =>
    Promise.resolve(promise).then(
      (value) => ({ status: 'fulfilled', value }),
      (reason: unknown) => ({ status: 'rejected', reason }),
    ),
  );
  return Promise.all(settled);
}

function any(promises: Iterable<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const all = [...promises];
    const reasons: unknown[] = [];
    const fail = () =>
      reject(Object.assign(new Error('All promises were rejected'), { errors: reasons }));
    if (all.length === 0) fail();
    for (const [index, promise] of all.entries()) {
      Promise.resolve(promise).then(resolve, (reason: unknown) => {
        reasons[index] = reason;
        if (Object.keys(reasons).length === all.length) fail();
      });
    }
  });
}
