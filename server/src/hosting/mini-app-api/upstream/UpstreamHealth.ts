import type { FastifyBaseLogger } from 'fastify';

import type { Database } from '../../../storage/database/Database.types.ts';
import {
  type SeenUpstream,
  type UpstreamHealthRow,
  addSeen,
  FAILING_AFTER,
  findUpstreamHealth,
  listFailedOnce,
  listFailingUpstreams,
} from '../../records/upstreamHealthRows.ts';

/** The recent health of a mini-app's back end. */
export interface UpstreamState {
  appId: string;
  isFailing: boolean;
  /** When it answered last, accurate to some seconds. */
  answeredAt: number | undefined;
  lastError: { code: string; at: number } | undefined;
}

/** The console shows a back end that fails within two seconds, and other nodes look once a second. */
const WRITE_AFTER_MS = 250;
/** How often a back end that keeps answering is written again. */
const ANSWERS_EVERY_MS = 10_000;
/** Mini-apps whose back ends one node remembers; the least recently used are evicted. */
const MAX_REMEMBERED = 1000;

interface Kept extends SeenUpstream {
  /** Whether the last write recorded a failure. */
  wasFailing: boolean;
  /** When an answer was last written. */
  writtenAt: number;
}

/** The health of mini-apps' back ends, as seen by all nodes together. */
export class UpstreamHealth {
  readonly #db: Database;
  readonly #logger: FastifyBaseLogger | undefined;
  readonly #kept = new Map<string, Kept>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database, logger?: FastifyBaseLogger) {
    this.#db = db;
    this.#logger = logger;
  }

  /** Records the outcome of a request to a back end; `error` is undefined if it answered. */
  note(appId: string, error: string | undefined, now = Date.now()): void {
    const kept = this.#kept.get(appId) ?? { appId, failures: 0, wasFailing: false, writtenAt: 0 };
    this.#kept.delete(appId);
    this.#kept.set(appId, kept);
    if (error === undefined) {
      kept.failures = 0;
      kept.answeredAt = now;
    } else {
      kept.failures++;
      kept.lastError = { code: error, at: now };
    }
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_REMEMBERED && oldest !== undefined) this.#kept.delete(oldest);
    if (isNews(kept, now)) {
      this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
    }
  }

  /** Drops what is not written yet about a back end that the mini-app no longer has. */
  forget(appId: string): void {
    this.#kept.delete(appId);
  }

  /** The health of one back end; undefined when no request was sent to it yet. */
  async stateOf(appId: string): Promise<UpstreamState | undefined> {
    await this.flush();
    const row = await findUpstreamHealth(this.#db, appId);
    return row && stateIn(row);
  }

  /** The failing back ends, of some mini-apps or of all, the latest failure first. */
  async failing(apps: readonly string[] | undefined, limit: number): Promise<UpstreamState[]> {
    await this.flush();
    return (await listFailingUpstreams(this.#db, apps, limit)).map(stateIn);
  }

  /** The back ends that ever failed, the latest failure first. */
  async states(limit: number): Promise<UpstreamState[]> {
    await this.flush();
    return (await listFailedOnce(this.#db, limit)).map(stateIn);
  }

  /** Writes what was recorded so far. If that fails it is dropped: the next request to the back end records it anew. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const now = Date.now();
    const news = [...this.#kept.values()].filter((kept) => isNews(kept, now));
    if (news.length === 0) return;
    const seen = news.map(({ appId, failures, answeredAt, lastError }) => ({
      appId,
      failures,
      answeredAt,
      lastError,
    }));
    for (const kept of news) {
      kept.wasFailing = kept.failures > 0;
      if (kept.answeredAt !== undefined) kept.writtenAt = now;
      kept.failures = 0;
      kept.answeredAt = undefined;
      kept.lastError = undefined;
    }
    await this.#db
      .transaction((tx) => addSeen(tx, seen))
      .catch((error: unknown) =>
        this.#logger?.warn({ err: error }, 'how back ends do is not written down'),
      );
  }
}

/** Failures and recoveries are written at once; that a back end keeps answering only every `ANSWERS_EVERY_MS`. */
function isNews({ failures, answeredAt, lastError, wasFailing, writtenAt }: Kept, now: number) {
  if (failures > 0 || lastError !== undefined) return true;
  if (answeredAt === undefined) return false;
  return wasFailing || now - writtenAt >= ANSWERS_EVERY_MS;
}

function stateIn(row: UpstreamHealthRow): UpstreamState {
  const { app_id, failures, answered_at, error, error_at } = row;
  return {
    appId: app_id,
    isFailing: failures >= FAILING_AFTER,
    answeredAt: answered_at ?? undefined,
    lastError: error === null || error_at === null ? undefined : { code: error, at: error_at },
  };
}
