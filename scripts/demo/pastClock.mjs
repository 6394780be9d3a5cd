import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

// Loaded into a server with `--import`, on all of its threads: the parent process sets the clock, so that the server itself
// writes its data as it would have weeks ago.
const KEY = 'demo-clock';
const ahead = isMainThread ? new Float64Array(new SharedArrayBuffer(8)) : getEnvironmentData(KEY);
const realNow = Date.now;

Date.now = () => Math.floor(realNow() + ahead[0]);
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [Date.now()] : args, newTarget),
  apply: (target) => new target(Date.now()).toString(),
});

if (isMainThread) {
  setEnvironmentData(KEY, ahead);
  process.on('message', ({ now }) => {
    ahead[0] = now - realNow();
    process.send({ now });
  });
}
