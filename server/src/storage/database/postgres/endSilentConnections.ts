import type { Socket } from 'node:net';

import { Client, type Pool, type PoolClient } from 'pg';

const LOOK_EVERY_MS = 500;
/** How long an answer may take before PostgreSQL is asked whether it is working on it. */
const SUSPECT_AFTER_MS = 1500;
const ANSWER_WITHIN_MS = 2000;
const ENDED_WITHIN_MS = 100;

/** Internals of pg's connections, for which there are no types. */
interface Internals {
  processID: number;
  readyForQuery: boolean;
  connection: { stream: Socket };
}

interface Watched {
  pool: Pool;
  internals: Internals;
  heard: number;
  /** Since when it has been waiting for an answer without receiving anything; undefined if it is not. */
  waitsSince: number | undefined;
  /** When it last received something. */
  heardAt: number;
}

/**
 * Ends connections of pools that are dead without either end knowing, for example because a firewall dropped them: queries
 * on them would wait for a quarter of an hour. Slow statements continue: PostgreSQL itself is asked what it is working on,
 * over a new connection. Returns a function that stops the watch.
 * @param storing the pool whose statements must not take effect after they were reported as failed
 */
export function endSilentConnections(
  pools: readonly Pool[],
  url: string,
  storing?: Pool,
): () => void {
  const watched = new Map<PoolClient, Watched>();
  let isAsking = false;
  for (const pool of pools) {
    pool.on('connect', (client) => watched.set(client, watch(pool, client)));
    pool.on('remove', (client) => watched.delete(client));
  }
  const look = async () => {
    const now = performance.now();
    for (const each of watched.values()) note(each, now);
    const doubted = [...watched.values()].filter(
      ({ waitsSince = now }) => now - waitsSince >= SUSPECT_AFTER_MS,
    );
    if (doubted.length === 0 || isAsking) return;
    isAsking = true;
    try {
      await askingBy(url, async (client) => {
        const states = await readStates(client, [...watched.values()]);
        const silent = doubted.filter(
          (each) => isStill(each) && states.get(pidOf(each)) !== 'active',
        );
        const since = Math.min(...silent.map(({ waitsSince }) => waitsSince!));
        // Idle connections are probably dead as well: the next user of one would have to find that out again.
        const unused = [...watched.values()].filter(
          (each) =>
            each.internals.readyForQuery &&
            each.heardAt < since &&
            states.get(pidOf(each)) === 'idle',
        );
        const isStoring = (each: Watched) => each.pool === storing && silent.includes(each);
        const lost = [...silent, ...unused];
        for (const each of lost) if (!isStoring(each)) giveUp(each);
        const stores = lost.filter(isStoring);
        if (stores.length > 0) await endSessions(client, stores);
        for (const each of stores) giveUp(each);
      });
    } catch {
      // Then the database is unavailable, and not only these connections.
    } finally {
      isAsking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function giveUp({ internals }: Watched): void {
  const text = 'A connection to the database says nothing any more.';
  internals.connection.stream.destroy(Object.assign(new Error(text), { code: 'ETIMEDOUT' }));
}

function watch(pool: Pool, client: PoolClient): Watched {
  const internals = client as unknown as Internals;
  const { bytesRead: heard } = internals.connection.stream;
  return { pool, internals, heard, heardAt: performance.now(), waitsSince: undefined };
}

const pidOf = ({ internals }: Watched) => internals.processID;

/** Whether nothing has been received since the last check. */
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

/** Opens a connection of its own for as long as `ask` takes. */
async function askingBy(
  connectionString: string,
  ask: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await ask(client);
  } finally {
    client.end().catch(() => undefined);
  }
}

/** The states of connections in PostgreSQL: `active` while it works for one, but not while it is stuck sending an answer. */
async function readStates(
  client: Client,
  connections: readonly Watched[],
): Promise<Map<number, string>> {
  const { rows } = await client.query<{ pid: number; state: string }>(
    `SELECT pid, CASE WHEN wait_event = 'ClientWrite' THEN 'stuck' ELSE state END AS state
      FROM pg_stat_activity WHERE pid = ANY($1::int[])`,
    [connections.map(pidOf)],
  );
  return new Map(rows.map(({ pid, state }) => [pid, state]));
}

/** Ends their sessions in PostgreSQL: statements in transit would otherwise arrive once the network has recovered. */
async function endSessions(client: Client, connections: readonly Watched[]): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid, ${ENDED_WITHIN_MS}) FROM pg_stat_activity WHERE pid = ANY($1::int[])`,
    [connections.map(pidOf)],
  );
}
