import { type AnalyticsEvent as WireEvent, CLIENT_LIMITS, randomId } from '@host/contracts';
import type { AnalyticsEvent, AnalyticsSink } from '@host/host-runtime';

/** The options of `createAnalytics`. */
export interface AnalyticsOptions {
  installId: string;
  /** Sends a batch; rejects if it was not accepted. */
  send: (events: readonly WireEvent[]) => Promise<void>;
  now?: () => number;
  /** How long events are buffered before a batch is sent. */
  gatherMs?: number;
}

/** Buffers the events that mini-apps record and sends them in batches. */
export interface Analytics extends AnalyticsSink {
  /** Sends the buffered events now. */
  flush(): Promise<void>;
}

const GATHER_MS = 5000;
/** Beyond this the oldest events are dropped: a device that stays offline must not fill its memory. */
const MAX_WAITING = 500;
const MAX_TEXT_LENGTH = 200;
const MAX_PROPERTIES = 20;

type Properties = NonNullable<WireEvent['properties']>;

export function createAnalytics(options: AnalyticsOptions): Analytics {
  const { installId, send, now = Date.now, gatherMs = GATHER_MS } = options;
  let waiting: WireEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting.slice(0, CLIENT_LIMITS.eventsPerBatch);
    if (batch.length === 0) return;
    waiting = waiting.slice(batch.length);
    try {
      await send(batch);
    } catch {
      // Each event has its own id, so that a retried batch counts once.
      waiting = [...batch, ...waiting].slice(-MAX_WAITING);
    }
    if (waiting.length > 0) schedule();
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), gatherMs);
  }

  return {
    record(event) {
      waiting = [...waiting, toWire(event, installId, now())].slice(-MAX_WAITING);
      schedule();
    },
    flush,
  };
}

function toWire(event: AnalyticsEvent, installId: string, at: number): WireEvent {
  const { appId, version, kind, name } = event;
  const properties = Object.entries(event.properties)
    .map(([key, value]) => [key, plainValue(value)] as const)
    .filter(([, value]) => value !== undefined)
    .slice(0, MAX_PROPERTIES);
  return {
    id: randomId(),
    appId,
    version,
    type: kind,
    name,
    at: new Date(at).toISOString(),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) as Properties }),
    installId,
  };
}

/** The value if analytics accepts its type; undefined for anything else. */
function plainValue(value: unknown): Properties[string] | undefined {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH);
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
  return isPlain ? value : undefined;
}
