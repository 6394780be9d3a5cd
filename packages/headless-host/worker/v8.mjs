// The V8 engine: a thread of its own, so that whatever a mini-app does can be ended from outside.
import { readFileSync } from 'node:fs';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';

import { deviceIo } from './deviceIo.mjs';

const BEAT_MS = 200;
const { platform, logLines, runtime, host, files, baseUrl, device } = workerData;

// First of all: how much this thread computes can be asked for by its number in the system.
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

// What was handled later is forgiven: only what is still unhandled when the event loop turns arrives here.
process.on('unhandledRejection', (reason) => io.rejected?.(reason));
// While the thread is blocked there is no beat, and the other side knows.
setInterval(() => io.emit('{"event":"beat"}'), BEAT_MS);

vm.runInContext('globalThis', context).headlessIo = io;
evaluate(readFileSync(runtime, 'utf8'), 'runtime.bundle');
if (host !== undefined) evaluate(readFileSync(host, 'utf8'), 'host.bundle');

// Read through the inspector when the thread is stuck; the mini-app's realm does not have it.
globalThis.headlessStates = () => io.states();
parentPort.on('message', (steps) => {
  io.execute(steps).finally(() => parentPort.postMessage({ done: true }));
});

/** Null where the system does not tell. */
function ownNumber() {
  try {
    return Number.parseInt(readFileSync('/proc/thread-self/stat', 'utf8'), 10);
  } catch {
    return null;
  }
}
