import type { Socket } from 'node:net';

import { Client, type Pool, type PoolClient } from 'pg';

const LOOK_EVERY_MS = 500;
/** How long an answer may take until PostgreSQL is asked whether it works on it. */
const DOUBT_AFTER_MS = 1500;
const ANSWER_WITHIN_MS = 2000;

/** What pg knows of a connection and has no types for. */
interface Internals {
  processID: number;
  readyForQuery: boolean;
  connection: { stream: Socket };
}

interface Watched {
  internals: Internals;
  heard: number;
  /** When it was found to wait for an answer with nothing having come since; undefined when it does not. */
  waitsSince: number | undefined;
  /** When something had come last. */
  heardAt: number;
}

/**
 * Ends connections of pools that carry nothing any more though neither end was told, as when a firewall forgets them: what
 * waits for them would wait for a quarter of an hour. Slow statements go on: PostgreSQL itself says what it works on, by a
 * connection that is opened for the question. Returns a function that stops the watch.
 */
export function endSilentConnections(pools: readonly Pool[], url: string): () => void {
  const watched = new Map<PoolClient, Watched>();
  let isAsking = false;
  for (const pool of pools) {
    pool.on('connect', (client) => watched.set(client, watch(client)));
    pool.on('remove', (client) => watched.delete(client));
  }
  const look = async () => {
    const now = performance.now();
    for (const each of watched.values()) note(each, now);
    const doubted = [...watched.values()].filter(
      ({ waitsSince = now }) => now - waitsSince >= DOUBT_AFTER_MS,
    );
    if (doubted.length === 0 || isAsking) return;
    isAsking = true;
    try {
      const states = await readStates(url, [...watched.values()]);
      const silent = doubted.filter(
        (each) => isStill(each) && states.get(pidOf(each)) !== 'active',
      );
      const since = Math.min(...silent.map(({ waitsSince }) => waitsSince!));
      // Those that nobody uses were forgotten with them: whoever took one next would find that out again.
      const unused = [...watched.values()].filter(
        (each) =>
          each.internals.readyForQuery &&
          each.heardAt < since &&
          states.get(pidOf(each)) === 'idle',
      );
      const text = 'A connection to the database says nothing any more.';
      const error = Object.assign(new Error(text), { code: 'ETIMEDOUT' });
      for (const { internals } of [...silent, ...unused])
        internals.connection.stream.destroy(error);
    } catch {
      // Then the database is away, and not only these connections.
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function watch(client: PoolClient): Watched {
  const internals = client as unknown as Internals;
  const { bytesRead: heard } = internals.connection.stream;
  return { internals, heard, heardAt: performance.now(), waitsSince: undefined };
}

const pidOf = ({ internals }: Watched) => internals.processID;

/** Whether nothing has come since the last look. */
const isStill = ({ internals, heard }: Watched) =>
  !internals.readyForQuery && internals.connection.stream.bytesRead === heard;

function note(each: Watched, now: number): void {
  if (isStill(each)) {
    each.waitsSince ??= now;
    return;
  }
  const { bytesRead } = each.internals.connection.stream;
  if (bytesRead !== each.heard) each.heardAt = now;
  each.heard = bytesRead;
  each.waitsSince = undefined;
}

/** What PostgreSQL does for connections: `active` while it works for one, and not while it cannot get rid of an answer. */
async function readStates(
  connectionString: string,
  connections: readonly Watched[],
): Promise<Map<number, string>> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; state: string }>(
      `SELECT pid, CASE WHEN wait_event = 'ClientWrite' THEN 'stuck' ELSE state END AS state
        FROM pg_stat_activity WHERE pid = ANY($1::int[])`,
      [connections.map(pidOf)],
    );
    return new Map(rows.map(({ pid, state }) => [pid, state]));
  } finally {
    client.end().catch(() => undefined);
  }
}
