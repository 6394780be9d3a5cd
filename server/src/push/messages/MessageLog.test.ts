import { once } from 'node:events';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Database } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import type { CommittedBatch, NewMessage } from './Message.types.ts';
import { MessageLog } from './MessageLog.ts';

/** As many as may wait for the disk. */
const ROOM = 10_000;

const message: NewMessage = {
  sender: 's',
  audience: { kind: 'topic', topic: 'news' },
  collapseKey: undefined,
  payload: { priority: 'normal' },
  createdAt: 1,
  sendAt: 1,
  expiresAt: Number.MAX_SAFE_INTEGER,
};

describe.each(testEngines())('the message log ($name)', (engine) => {
  let place: TestPlace;
  let db: Database;
  let log: MessageLog;
  let batches: CommittedBatch[];
  beforeEach(async () => {
    place = await engine.createPlace();
    db = await place.open();
    batches = [];
    log = new MessageLog({
      db,
      onCommit: (batch) => batches.push(batch),
      usesPushServices: () => false,
    });
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  it('says when too many wait for the disk, stores all that it took, and then takes more', async () => {
    const taken = Array.from({ length: ROOM }, () => log.append(message));
    await expect(log.append(message)).rejects.toMatchObject({ code: 'unavailable' });
    const ids = await Promise.all(taken);
    expect(new Set(ids).size).toBe(ROOM);
    const stored = await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM push_messages');
    expect(stored).toEqual({ count: ROOM });
    expect(await log.append(message)).toBe(Math.max(...ids) + 1);
  });

  it('commits together what arrives together, and hands it on in the order of the ids', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => log.append(message)));
    expect(batches).toHaveLength(1);
    expect(batches[0]!.messages.map(({ id }) => id)).toEqual(ids);
  });

  const logForTwo = () =>
    new MessageLog({
      db,
      onCommit: (batch) => batches.push(batch),
      usesPushServices: () => false,
      commitSize: () => 2,
    });

  it('waits for no others once there are enough', async () => {
    const eager = logForTwo();
    const early = [eager.append(message), eager.append(message)];
    // Less than a turn of the event loop, in which others could have joined them.
    for (let step = 0; step < 20; step++) await Promise.resolve();
    const late = [eager.append(message), eager.append(message)];
    const ids = await Promise.all([...early, ...late]);
    expect(batches.map(({ messages }) => messages.map(({ id }) => id))).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
    ]);
  });

  it('waits for others until there are enough, and not for long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const patient = logForTwo();
      const first = patient.append(message);
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      const ids = await Promise.all([first, patient.append(message)]);
      expect(batches.map(({ messages }) => messages.map(({ id }) => id))).toEqual([ids]);
      const last = patient.append(message);
      await vi.advanceTimersByTimeAsync(5);
      const alone = await last;
      expect(batches.at(-1)!.messages.map(({ id }) => id)).toEqual([alone]);
    } finally {
      vi.useRealTimers();
    }
  });

  const countStored = async () =>
    (await db.get<{ count: number }>('SELECT COUNT(*) AS count FROM push_messages'))!.count;

  it('stores the neighbours of a message that cannot be stored, in their order', async () => {
    const impossible = { ...message, expiresAt: null as never };
    const all = [message, message, impossible, message, message, impossible, message];
    const results = await Promise.allSettled(all.map((each) => log.append(each)));
    const ids = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual(
      all.map((each) => each === message),
    );
    expect(ids).toEqual([1, 2, 3, 4, 5]);
    expect(batches.flatMap(({ messages }) => messages.map(({ id }) => id))).toEqual(ids);
  });

  it('stores nothing twice when the answer to a commit is lost', async () => {
    let isLost = true;
    const lossy: Database = {
      ...db,
      insertNumbered: async (...given) => {
        const result = await db.insertNumbered(...given);
        if (isLost) throw new Error('Connection terminated unexpectedly');
        return result;
      },
    };
    const unsure = new MessageLog({
      db: lossy,
      onCommit: (batch) => batches.push(batch),
      usesPushServices: () => false,
    });
    const results = await Promise.allSettled([1, 2, 3].map(() => unsure.append(message)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await countStored()).toBe(3);
    isLost = false;
    expect(await unsure.append(message)).toBe(4);
  });

  it('keeps the answer under an Idempotency-Key with the id in it, and nothing else of it changed', async () => {
    const keepAnswer = {
      key: 'once',
      requestHash: 'h',
      answerOf: (id: number) => ({ status: 200, body: `{"id":${id},"of":"0:${id}%1","n":1}` }),
    };
    const ids = await Promise.all([
      log.append(message),
      log.append({ ...message, keepAnswer }),
      log.append({ ...message, keepAnswer: { ...keepAnswer, key: 'twice' } }),
    ]);
    const kept = await db.all('SELECT actor, idempotency_key AS key, body FROM idempotency_keys');
    expect(kept).toEqual([
      { actor: 's', key: 'once', body: keepAnswer.answerOf(ids[1]).body },
      { actor: 's', key: 'twice', body: keepAnswer.answerOf(ids[2]).body },
    ]);
  });

  it('takes an error of who is told of a commit for no failure of it', async () => {
    const warned = once(process, 'warning');
    const misheard = new MessageLog({
      db,
      onCommit: () => {
        throw new Error('a listener failed');
      },
      usesPushServices: () => false,
    });
    expect(await Promise.all([1, 2].map(() => misheard.append(message)))).toEqual([1, 2]);
    expect(await misheard.append(message)).toBe(3);
    expect(await countStored()).toBe(3);
    expect(await warned).toMatchObject([{ message: 'a listener failed' }]);
  });
});
