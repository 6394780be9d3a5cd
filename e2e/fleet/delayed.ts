import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** Delays each chunk by the current delay, and keeps their order. */
export function delayed(delayMs: () => number): Transform {
  let isOnItsWay = Promise.resolve();
  const stream = new Transform({
    transform(bytes: Buffer, _, done) {
      isOnItsWay = passOn(isOnItsWay, bytes, performance.now() + delayMs());
      done();
    },
    flush: (done) => void end(done),
  });
  const passOn = async (before: Promise<void>, bytes: Buffer, dueAt: number) => {
    await before;
    const left = dueAt - performance.now();
    if (left > 0) await wait(left);
    stream.push(bytes);
  };
  const end = async (done: () => void) => {
    await isOnItsWay;
    done();
  };
  return stream;
}
