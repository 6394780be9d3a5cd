import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { countRowWrites } from '../../storage/database/testing/countRowWrites.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import { AT_THE_START } from '../testing/deviceCursor.ts';
import { Acknowledgements } from './Acknowledgements.ts';
import { Connection, SEEN_EVERY_MS, type Wire } from './connection/Connection.ts';
import { ConnectionIndex } from './fan-out/ConnectionIndex.ts';
import { DeliveryLedger } from './ledger/DeliveryLedger.ts';
import { DeviceCursors } from './ledger/DeviceCursors.ts';
import { LocalAcknowledgements } from './LocalAcknowledgements.ts';

const HEARTBEAT_MS = 30_000;
const DEVICES = 10_000;
/** Of the node itself: that it lives, each two seconds. */
const ROWS_OF_NODE = 1;
const FLUSH_EVERY_MS = 250;
const SECONDS = 30;

describe.each(testEngines())('of ten thousand idle devices ($name)', (engine) => {
  let db: Database;
  let release: () => Promise<void>;
  beforeEach(async () => void ({ db, release } = await openTestDatabase({ engine })));
  afterEach(async () => {
    vi.restoreAllMocks();
    await release();
  });

  it('at most twenty rows a second are written, while others are sent messages', async () => {
    const places = Array.from({ length: DEVICES }, (_, index) => [`key ${index}`]);
    await db.runMany(
      `INSERT INTO devices (token_key, token, platform, owner_since, created_at, last_seen, position)
        VALUES (?, 'token', 'web', 0, 1, 1, 0)`,
      places,
    );
    const ids = (await db.all<{ id: number }>('SELECT id FROM devices')).map(({ id }) => id);
    const rowsUntilNow = await countRowWrites(db);

    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    let head = 0;
    const ledger = new DeliveryLedger(db);
    const deviceCursors = new DeviceCursors({ db, ledger, head: () => head });
    const acknowledgements = new Acknowledgements({
      db,
      ledger,
      connections: new ConnectionIndex(),
      deviceCursors,
      absent: new LocalAcknowledgements(deviceCursors),
      heartbeatMs: HEARTBEAT_MS,
      sentUpTo: () => head,
      resume: () => undefined,
    });
    const turns = HEARTBEAT_MS / FLUSH_EVERY_MS;
    const heartbeats = SEEN_EVERY_MS / HEARTBEAT_MS;
    // They came one after the other, and each was written down with one of its last heartbeats.
    const connections = ids.map((id, index) => {
      const ago = 1 + (Math.floor(index / turns) % heartbeats);
      const seenAt = (index % turns) * FLUSH_EVERY_MS - ago * HEARTBEAT_MS;
      return new Connection(id, {} as Wire, 0, AT_THE_START, {
        now: seenAt,
        nextHeartbeat: HEARTBEAT_MS,
      });
    });
    for (let turn = 0; now < SECONDS * 1000; turn++, now += FLUSH_EVERY_MS) {
      // With each heartbeat they are told of, and acknowledge, what others were sent meanwhile.
      head += 1000;
      for (let index = turn % turns; index < DEVICES; index += turns) {
        acknowledgements.acknowledge(connections[index]!, head);
      }
      expect(await ledger.flush()).toBe(true);
    }
    acknowledgements.close();
    const perSecond = (await rowsUntilNow()) / SECONDS;
    expect(perSecond).toBeGreaterThan(1);
    expect(perSecond).toBeLessThanOrEqual(20 - ROWS_OF_NODE);
  });
});
