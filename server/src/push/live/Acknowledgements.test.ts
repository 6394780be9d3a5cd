import { afterEach, expect, it, vi } from 'vitest';

import { AT_THE_START } from '../testing/deviceCursor.ts';
import type { Database, Transaction } from '../../storage/database/Database.types.ts';
import { Acknowledgements } from './Acknowledgements.ts';
import { Connection, type Wire } from './connection/Connection.ts';
import { ConnectionIndex } from './fan-out/ConnectionIndex.ts';
import { DeliveryLedger } from './ledger/DeliveryLedger.ts';
import { DeviceCursors } from './ledger/DeviceCursors.ts';
import { LocalAcknowledgements } from './LocalAcknowledgements.ts';

const HEARTBEAT_MS = 30_000;
const DEVICES = 100;
const HOUR_MS = 60 * 60_000;

afterEach(() => void vi.restoreAllMocks());

it('of ten thousand idle devices writes at most twenty rows a second, while others are sent messages', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let rows = 0;
  const tx = {
    lockMany: async () => [],
    updateMany: async (_: unknown, values: readonly unknown[]) => void (rows += values.length),
    runMany: async (_: unknown, values: readonly unknown[]) => void (rows += values.length),
    run: async () => ++rows,
    all: async () => [],
  } as unknown as Transaction;
  const db = {
    isShared: false,
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => work(tx),
  } as Database;
  const ledger = new DeliveryLedger(db);
  let head = 0;
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
  const connections = Array.from(
    { length: DEVICES },
    (_, id) =>
      new Connection(id, {} as Wire, 0, AT_THE_START, { now, nextHeartbeat: HEARTBEAT_MS }),
  );
  for (; now < HOUR_MS; now += HEARTBEAT_MS) {
    // With each heartbeat they are told of, and acknowledge, what others were sent meanwhile.
    head += 1000;
    for (const connection of connections) acknowledgements.acknowledge(connection, head);
    expect(await ledger.flush()).toBe(true);
  }
  acknowledgements.close();
  const perSecond = (rows / DEVICES / (HOUR_MS / 1000)) * 10_000;
  expect(perSecond).toBeGreaterThan(0);
  expect(perSecond).toBeLessThanOrEqual(20);
});
