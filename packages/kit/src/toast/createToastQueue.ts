import { type Observable, createObservable } from '@host/contracts';

import type { ToastApi, ToastEntry, ToastOptions } from './ToastQueue.types.ts';

/** The limit of waiting messages; more would be outdated before they are read. */
const MAX_WAITING = 10;
const SHOWN_MS = 4000;
const SHOWN_WITH_ACTION_MS = 8000;

/** The toasts of one provider. */
export interface ToastQueue extends ToastApi {
  current: Observable<ToastEntry | undefined>;
  /** Keeps the message while the person interacts with it. */
  pause: () => void;
  resume: () => void;
  /** Drops all messages and stops the timer. */
  close: () => void;
}

/** Shows one message at a time, for its time, and then the next. */
export function createToastQueue(): ToastQueue {
  const current = createObservable<ToastEntry | undefined>(undefined);
  let waiting: ToastEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let remainingMs = 0;
  let startedAt = 0;
  let isPaused = false;
  let lastId = 0;

  function next(): void {
    clearTimeout(timer);
    timer = undefined;
    const [entry, ...rest] = waiting;
    waiting = rest;
    // An interaction with the previous message does not apply to this one.
    isPaused = false;
    if (entry) {
      remainingMs = durationOf(entry);
      run();
    }
    current.set(entry);
  }

  function run(): void {
    startedAt = Date.now();
    timer = setTimeout(next, remainingMs);
  }

  return {
    current,
    show(message, options = {}) {
      // Repeated identical messages are shown once.
      const newest = waiting[waiting.length - 1] ?? current.get();
      if (newest && isSame(newest, message, options)) return;
      lastId += 1;
      waiting = [...waiting, { ...options, id: lastId, message }].slice(-MAX_WAITING);
      if (!current.get()) next();
    },
    dismiss: () => {
      if (current.get()) next();
    },
    pause() {
      if (isPaused || timer === undefined) return;
      isPaused = true;
      clearTimeout(timer);
      remainingMs -= Date.now() - startedAt;
    },
    resume() {
      if (!isPaused) return;
      isPaused = false;
      // At least long enough to notice that it disappears.
      remainingMs = Math.max(remainingMs, 1000);
      run();
    },
    close() {
      waiting = [];
      if (current.get()) next();
    },
  };
}

function durationOf({ durationMs, action }: ToastEntry): number {
  return durationMs ?? (action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
}

function isSame(entry: ToastEntry, message: string, { tone, action }: ToastOptions): boolean {
  return entry.message === message && entry.tone === tone && !entry.action && !action;
}
