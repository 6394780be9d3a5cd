import { ConsoleEvent, type Observable, createObservable } from '@host/contracts';

/** `off`: nobody listens. `lost`: what is shown may be old, and a new connection is tried again and again. */
type LiveState = 'off' | 'connecting' | 'live' | 'lost';

/** What changed. */
export type ChangeKind = Exclude<ConsoleEvent['kind'], 'hello' | 'here'>;

/** Hears of changes on the server. */
export interface Live {
  state: Observable<LiveState>;
  start: () => void;
  stop: () => void;
  /** Tries at once what would be tried later. */
  retry: () => void;
}

/** Who is told what comes over a connection. */
export interface Listener {
  onMessage: (data: string) => void;
  onLost: () => void;
}

interface LiveOptions {
  /** Opens a connection; gives what closes it. */
  open: (listener: Listener) => () => void;
  /** Called with what changed since the last time, at most once a second. */
  onChanges: (kinds: ReadonlySet<ChangeKind>) => void;
}

/** The server says that it is there every 15 seconds. */
const MAX_SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 15_000;
/** What happens together is read once. */
const GATHER_MS = 250;
const MIN_BETWEEN_MS = 1000;

/** Keeps a connection that tells of changes, and mends it. */
export function createLive({ open, onChanges }: LiveOptions): Live {
  const state = createObservable<LiveState>('off');
  const changes = createGatherer(onChanges);
  let closeStream: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  function connect(): void {
    close();
    let isOpen = true;
    const closeThis = open({
      onMessage: (data) => {
        if (isOpen) hear(data);
      },
      onLost: () => {
        if (isOpen) lose();
      },
    });
    closeStream = () => {
      isOpen = false;
      closeThis();
    };
    watch();
  }

  function hear(data: string): void {
    watch();
    const event = readEvent(data);
    if (event === undefined || event.kind === 'here') return;
    if (event.kind !== 'hello') return changes.add(event.kind);
    failures = 0;
    // Whatever happened before this connection was not told, and the screen may have been read before it.
    changes.add('all');
    state.set('live');
  }

  function watch(): void {
    clearTimeout(timer);
    timer = setTimeout(lose, MAX_SILENCE_MS);
  }

  function lose(): void {
    close();
    state.set('lost');
    timer = setTimeout(connect, Math.min(FIRST_PAUSE_MS * 2 ** failures++, MAX_PAUSE_MS));
  }

  function close(): void {
    clearTimeout(timer);
    closeStream?.();
    closeStream = undefined;
  }

  return {
    state,
    start() {
      if (state.get() !== 'off') return;
      state.set('connecting');
      connect();
    },
    stop() {
      close();
      changes.forget();
      failures = 0;
      state.set('off');
    },
    retry() {
      if (state.get() === 'lost' && !closeStream) connect();
    },
  };
}

function readEvent(data: string): ConsoleEvent | undefined {
  try {
    // A server that is newer may tell of what this page does not know.
    return ConsoleEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}

function createGatherer(onChanges: LiveOptions['onChanges']) {
  let gathered = new Set<ChangeKind>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -Infinity;
  return {
    add(kind: ChangeKind): void {
      gathered.add(kind);
      timer ??= setTimeout(
        () => {
          const kinds = gathered;
          gathered = new Set();
          timer = undefined;
          last = Date.now();
          onChanges(kinds);
        },
        Math.max(GATHER_MS, last + MIN_BETWEEN_MS - Date.now()),
      );
    },
    forget(): void {
      clearTimeout(timer);
      timer = undefined;
      gathered = new Set();
    },
  };
}
