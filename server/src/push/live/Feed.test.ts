import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { ChangeListener, Database } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import type { CommittedBatch, StoredMessage } from '../messages/Message.types.ts';
import { Feed } from './Feed.ts';

function batch(from: number, topics: string[]): CommittedBatch {
  const messages = topics.map((topic, index) => ({
    id: from + index,
    position: from + index,
    audience: { kind: 'topic', topic },
  })) as StoredMessage[];
  return { from, to: from + topics.length - 1, messages };
}

describe('what is committed while something is handed out', () => {
  let place: TestPlace;
  let db: Database;
  beforeEach(async () => {
    place = await testEngines()[0]!.createPlace();
    db = await place.open();
  });
  afterEach(async () => {
    await db.close();
    await place.remove();
  });

  const positions = (messages: readonly StoredMessage[]) =>
    messages.map(({ position }) => position);

  it('goes with it as far as it is wanted, and in the order of positions', async () => {
    const handed: number[][] = [];
    const heads: number[] = [];
    const isA = ({ audience }: StoredMessage) =>
      audience.kind === 'topic' && audience.topic === 'a';
    const feed: Feed = new Feed(
      {
        db,
        node: 'n',
        *deliver(messages, following) {
          const all = positions(messages);
          handed.push(all);
          yield;
          all.push(...positions(following(isA)));
          heads.push(feed.head);
        },
      },
      0,
    );
    feed.push(batch(1, ['a']));
    await turn();
    expect(handed).toEqual([[1]]);
    // The one after next comes first, and one of them has something else in it.
    feed.push(batch(4, ['a']));
    feed.push(batch(2, ['a', 'a']));
    feed.push(batch(5, ['a', 'b']));
    feed.push(batch(7, ['a']));
    await expect.poll(() => heads).toEqual([4, 7]);
    expect(handed).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
    ]);
    feed.close();
  });

  it('waits where something is missing before it', async () => {
    const handed: number[][] = [];
    const feed = new Feed(
      {
        db,
        node: 'n',
        *deliver(messages, following) {
          yield;
          handed.push([...positions(messages), ...positions(following(() => true))]);
        },
      },
      0,
    );
    feed.push(batch(1, ['a']));
    await turn();
    feed.push(batch(3, ['a']));
    await expect.poll(() => handed[0]).toEqual([1]);
    feed.close();
  });
});

describe('what may have been missed', () => {
  it('is looked for until the database can be read again', async () => {
    const place = await testEngines()[0]!.createPlace();
    const db = await place.open();
    let miss: ChangeListener = () => {};
    let readings = 0;
    const failing: Database = {
      ...db,
      get: (sql, ...parameters) =>
        readings++ === 0 ? Promise.reject(new Error('no connection')) : db.get(sql, ...parameters),
      onChange: (listener) => {
        miss = listener;
        return () => {};
      },
    };
    const feed = new Feed({ db: failing, node: 'n', deliver: () => [] }, 0);
    await db.run('UPDATE push_clock SET last = 3');
    miss(undefined);
    await expect.poll(() => feed.head, { timeout: 5000 }).toBe(3);
    feed.close();
    await db.close();
    await place.remove();
  });
});
