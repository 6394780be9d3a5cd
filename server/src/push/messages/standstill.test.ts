import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import { openDatabase } from '../../storage/database/openDatabase.ts';
import { type Proxy, openProxy } from '../../storage/database/testing/openProxy.ts';
import { type TestPlaceOnNetwork, postgres } from '../../testing/testDatabase.ts';
import type { NewMessage } from './Message.types.ts';
import { MessageLog } from './MessageLog.ts';

const url = inject('postgresUrl');
const MAX_WAIT_MS = 6000;

const message: NewMessage = {
  sender: 's',
  audience: { kind: 'topic', topic: 'news' },
  collapseKey: undefined,
  payload: { priority: 'normal' },
  createdAt: 1,
  sendAt: 1,
  expiresAt: Number.MAX_SAFE_INTEGER,
};
const logOn = (db: Database) =>
  new MessageLog({ db, onCommit: () => {}, usesPushServices: () => false });

describe.each(url === undefined ? [] : [url])('a node that is cut off', (postgresUrl) => {
  let place: TestPlaceOnNetwork;
  let proxy: Proxy;
  let lost: Database;
  let other: Database;
  beforeEach(async () => {
    place = await postgres(postgresUrl).createPlace();
    other = await place.open();
    proxy = await openProxy(place.url);
    lost = await openDatabase({ url: proxy.url });
  });
  afterEach(async () => {
    await proxy.close();
    await lost.close();
    await other.close();
    await place.remove();
  });

  it('while it stores a message makes no other wait', async () => {
    proxy.cutOffAfter('INSERT INTO push_messages');
    const unanswered = logOn(lost)
      .append(message)
      .catch(() => 'no answer');
    await expect.poll(() => countOf(other)).toBe(1);
    const began = performance.now();
    expect(await logOn(other).append(message)).toBe(2);
    expect(performance.now() - began).toBeLessThan(MAX_WAIT_MS);
    await proxy.close();
    expect(await unanswered).toBe('no answer');
  });

  it('in a transaction that has the clock makes others wait for some seconds', async () => {
    let cutOff = () => {};
    const isCutOff = new Promise<void>((resolve) => void (cutOff = resolve));
    const holding = lost
      .transaction(async (tx) => {
        await tx.run(`UPDATE push_clock SET last = last + 1 WHERE name = 'position'`);
        proxy.silence();
        cutOff();
        await tx.run('SELECT 1');
      })
      .catch(() => 'lost');
    await isCutOff;
    const began = performance.now();
    // It gave up its turn before the transaction ended, or came after it.
    const log = logOn(other);
    await log.append(message).catch(() => log.append(message));
    expect(performance.now() - began).toBeLessThan(MAX_WAIT_MS);
    await proxy.close();
    expect(await holding).toBe('lost');
  });
});

async function countOf(db: Database): Promise<number> {
  const row = await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM push_messages');
  return row!.count;
}
