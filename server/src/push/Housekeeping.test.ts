import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';

import type { Database } from '../storage/database/Database.types.ts';
import { type TestPlace, postgres } from '../testing/testDatabase.ts';
import { insertDevice } from './device-lifecycle/ownershipRows.ts';
import { findDevice } from './devices/deviceRows.ts';
import { Housekeeping } from './Housekeeping.ts';
import { MessageLog } from './messages/MessageLog.ts';
import { findMessage } from './messages/messageRows.ts';

const url = inject('postgresUrl');
const DAY_MS = 24 * 60 * 60_000;
const SWEEP_EVERY_MS = 10 * 60_000;

describe.each(url === undefined ? [] : [url])('a node whose clock is a year ahead', (given) => {
  let place: TestPlace;
  let db: Database;
  let log: MessageLog;
  beforeEach(async () => {
    place = await postgres(given).createPlace();
    db = await place.open();
    log = new MessageLog({ db, onCommit: () => undefined, usesPushServices: () => false });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await db.close();
    await place.remove();
  });

  it('removes no device and sends nothing early: it goes by the clock of the database', async () => {
    const now = Date.now();
    const device = { token: 'here', platform: 'ios', app: null, personId: null, address: null };
    const { id } = (await insertDevice(db, { ...device, now, position: 0, hasCome: true }))!;
    const append = (sendAt: number) =>
      log.append({
        sender: 'one',
        audience: { kind: 'devices', devices: [{ id, hasPushService: false }] },
        collapseKey: undefined,
        payload: { priority: 'normal' },
        createdAt: now - DAY_MS,
        sendAt,
        expiresAt: sendAt + DAY_MS,
      });
    const [due, later] = [await append(now - 1000), await append(now + DAY_MS)];

    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: now + 365 * DAY_MS,
    });
    const housekeeping = new Housekeeping({ db, log });
    housekeeping.start();
    vi.advanceTimersByTime(SWEEP_EVERY_MS);
    await housekeeping.close();
    expect(await findDevice(db, 'here')).toMatchObject({ id });
    expect(await findMessage(db, due)).toMatchObject({ state: 'stored' });
    expect(await findMessage(db, later)).toMatchObject({ state: 'scheduled' });
  });
});
