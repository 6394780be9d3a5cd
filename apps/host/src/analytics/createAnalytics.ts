import { type AnalyticsEvent as WireEvent, CLIENT_LIMITS, randomId } from '@host/contracts';
import type { AnalyticsEvent, AnalyticsSink } from '@host/host-runtime';

/** What gathering events works with. */
export interface AnalyticsOptions {
  installId: string;
  /** Sends a batch; rejects when it did not arrive. */
  send: (events: readonly WireEvent[]) => Promise<void>;
  now?: () => number;
  /** How long events are gathered before they are sent. */
  gatherMs?: number;
}

/** Gathers what mini-apps record and sends it together. */
export interface Analytics extends AnalyticsSink {
  /** Sends what there is, now. */
  flush(): Promise<void>;
}

const GATHER_MS = 5000;
/** Older ones are dropped: a device that is offline for long must not fill its memory. */
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
      // Each has an id of its own: sent twice, it counts once.
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

/** What can be counted; anything else is left out. */
function plainValue(value: unknown): Properties[string] | undefined {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_LENGTH);
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === null;
  return isPlain ? value : undefined;
}
