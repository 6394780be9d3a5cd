import { type Observable, createObservable } from '@host/contracts';

/** Something that is said for a while. */
interface Toast {
  id: number;
  text: string;
  tone: 'ok' | 'bad';
}

/** What was said and not closed yet. */
export interface Toasts {
  shown: Observable<readonly Toast[]>;
  say: (text: string) => void;
  /** Stays until it is closed: what failed must not be missed. */
  sayFailed: (text: string) => void;
  close: (id: number) => void;
}

const SHOWN_MS = 6000;
const MAX_SHOWN = 4;

/** Keeps what is said; `later` is a timer. */
export function createToasts(
  later: (run: () => void, ms: number) => void = (run, ms) => void setTimeout(run, ms),
): Toasts {
  const shown = createObservable<readonly Toast[]>([]);
  let lastId = 0;
  const close = (id: number) => shown.set(shown.get().filter((toast) => toast.id !== id));
  const add = (text: string, tone: Toast['tone']) => {
    lastId += 1;
    shown.set([...shown.get(), { id: lastId, text, tone }].slice(-MAX_SHOWN));
    return lastId;
  };
  return {
    shown,
    say: (text) => {
      const id = add(text, 'ok');
      later(() => close(id), SHOWN_MS);
    },
    sayFailed: (text) => void add(text, 'bad'),
    close,
  };
}
