// The V8 engine, on a thread of its own, so that a mini-app can be terminated from outside, whatever it does.
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

import { deviceIo } from './deviceIo.mjs';

const BEAT_MS = 200;
const { platform, logLines, runtime, host, files, baseUrl, device } = workerData;

// First, the id of this thread in the system, by which its CPU time can be read.
parentPort.postMessage({ thread: ownNumber() });

const context = vm.createContext({}, { name: 'mini-app' });
const evaluate = (source, filename) => void vm.runInContext(source, context, { filename });

const io = {
  platform,
  logLines,
  now: () => Date.now(),
  nextTurn: (callback) => void setImmediate(() => callback()),
  read(url) {
    const path = files[url.split('?')[0]];
    return path === undefined ? null : readFileSync(path, 'utf8');
  },
  evaluate: (source, url) =>
    evaluate(source, url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url),
  emit: (event) => parentPort.postMessage(event),
  ...(device && { device: deviceIo(device) }),
};

// Rejections that are handled late do not count: only those still unhandled after the microtasks arrive here.
process.on('unhandledRejection', (reason) => io.rejected?.(reason));
// Missing heartbeats show the main thread that this one is blocked.
setInterval(() => io.emit('{"event":"beat"}'), BEAT_MS);

vm.runInContext('globalThis', context).headlessIo = io;
evaluate(readFileSync(runtime, 'utf8'), 'runtime.bundle');
if (host !== undefined) evaluate(readFileSync(host, 'utf8'), 'host.bundle');

// Called through the inspector when the thread is blocked; not visible in the realm of the mini-app.
globalThis.headlessStates = () => io.states();
parentPort.on('message', (steps) => {
  io.execute(steps).finally(() => parentPort.postMessage({ done: true }));
});

/** Null on systems that do not tell. */
function ownNumber() {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/stat', 'utf8'), 10);
  } catch {
    return null;
  }
}
