// Loaded into a server before it starts: on SIGUSR2 it makes the mistake that the file STRAY names.
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers';
import { Worker } from 'node:worker_threads';

const threads = new Set();
const on = Reflect.get(Worker.prototype, 'on');
Worker.prototype.on = function remember(...given) {
  threads.add(this);
  return on.apply(this, given);
};

const MISTAKES = {
  throws: () => {
    throw new TypeError('thrown astray');
  },
  rejects: () => void Promise.reject(new Error('rejected astray')),
  rejectsWithNothing: () => void Promise.reject(),
  emits: () => void new Socket().emit('error', new Error('emitted astray')),
  floods: () => {
    for (let index = 0; index < 1000; index++) void Promise.reject(new Error('one of many'));
  },
  lacksMemory: () => {
    throw new RangeError('Array buffer allocation failed');
  },
  losesWriter: () => threads.forEach((thread) => void thread.terminate()),
};

process.on('SIGUSR2', () => setImmediate(MISTAKES[readFileSync(process.env.STRAY, 'utf8')]));
