import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Bus, Told } from '../../storage/bus/Bus.types.ts';
import { LocalBus } from '../../storage/bus/LocalBus.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import type { TestPlace } from '../../testing/testDatabase.ts';
import { testEngines } from '../../testing/testEngines.ts';
import type { CommittedBatch, NewMessage, StoredMessage } from '../messages/Message.types.ts';
import { MessageLog } from '../messages/MessageLog.ts';
import { Feed } from './Feed.ts';
import { writeHint } from './hints.ts';

const message: NewMessage = {
  sender: 's',
  audience: { kind: 'topic', topic: 'news' },
  collapseKey: undefined,
  payload: { priority: 'normal' },
  createdAt: 1,
  sendAt: 1,
  expiresAt: Number.MAX_SAFE_INTEGER,
};

function batch(from: number, topics: string[]): CommittedBatch {
  const messages = topics.map((topic, index) => ({
    id: from + index,
    position: from + index,
    audience: { kind: 'topic', topic },
  })) as StoredMessage[];
  return { from, to: from + topics.length - 1, messages };
}

/** The same with everything that a message has. */
function whole(from: number, topics: string[]): CommittedBatch {
  const { messages, ...range } = batch(from, topics);
  const rest = { collapseKey: undefined, packageName: undefined, payload: '{}', sendAt: 1 };
  return { ...range, messages: messages.map((each) => ({ ...each, ...rest, expiresAt: 2 })) };
}

const positions = (messages: readonly StoredMessage[]) => messages.map(({ position }) => position);

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

  it('goes with it as far as it is wanted, and in the order of positions', async () => {
    const handed: number[][] = [];
    const heads: number[] = [];
    const isA = ({ audience }: StoredMessage) =>
      audience.kind === 'topic' && audience.topic === 'a';
    const feed: Feed = new Feed({ db, bus: new LocalBus() }, 0).deliverTo({
      *deliver(messages, following) {
        const all = positions(messages);
        handed.push(all);
        yield;
        all.push(...positions(following(isA)));
        heads.push(feed.head);
      },
    });
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
    const feed = new Feed({ db, bus: new LocalBus() }, 0).deliverTo({
      *deliver(messages, following) {
        yield;
        handed.push([...positions(messages), ...positions(following(() => true))]);
      },
    });
    feed.push(batch(1, ['a']));
    await turn();
    feed.push(batch(3, ['a']));
    await expect.poll(() => handed[0]).toEqual([1]);
    feed.close();
  });
});

describe.each(testEngines().filter(({ name }) => name === 'PostgreSQL'))(
  'what another node committed',
  (engine) => {
    let place: TestPlace;
    let db: Database;
    let others: LocalBus;
    let feed: Feed;
    let openFeed: (bus: Bus) => Feed;
    let handed: number[];
    let reads: number;
    /** How often it was asked whether somebody here is meant. */
    let asked: number;
    /** The topics that this node has devices for; undefined for all. */
    let wanted: Set<string> | undefined;
    beforeEach(async () => {
      wanted = undefined;
      place = await engine.createPlace();
      db = await place.open();
      others = new LocalBus();
      handed = [];
      reads = 0;
      asked = 0;
      const counting: Database = {
        ...db,
        all: (sql, ...parameters) => {
          if (sql.includes('FROM push_messages')) reads++;
          return db.all(sql, ...parameters);
        },
      };
      openFeed = (bus) =>
        new Feed({ db: counting, bus }, 0).deliverTo({
          hasAudience: (audience) => {
            asked++;
            return (
              wanted === undefined || (audience.kind === 'topic' && wanted.has(audience.topic))
            );
          },
          *deliver(messages) {
            yield;
            handed.push(...messages.map(({ position }) => position));
          },
        });
      feed = openFeed(new LocalBus(others));
    });
    afterEach(async () => {
      feed.close();
      await db.close();
      await place.remove();
    });

    const log = () =>
      new MessageLog({ db, onCommit: () => undefined, usesPushServices: () => false });
    const tell = (text: string) => others.publish('messages', () => text);
    const tellOf = (committed: CommittedBatch) => tell(writeHint(committed, Infinity));

    /** A bus on which anybody can say anything. */
    const overheard = () => {
      feed.close();
      let listener: (told: Told) => void = () => {};
      let proofs = 0;
      const bus: Bus = {
        publish: () => undefined,
        subscribe: (_, heard) => {
          listener = heard;
          return () => undefined;
        },
        close: async () => undefined,
      };
      feed = openFeed(bus);
      const hear = (committed: CommittedBatch, isTrue = true) => {
        const text = writeHint(committed, Infinity);
        const isProven = () => (proofs++, isTrue);
        const unprovenLine = text.split('\n')[0]!;
        let [isOver, isKept] = [false, false];
        listener({
          unprovenLine,
          isProven,
          text: () => (isTrue && (isKept || !isOver) ? text : undefined),
          keep: () => void (isKept = true),
        });
        isOver = true;
      };
      return { hear, proofs: () => proofs };
    };

    it('is delivered from what is told, in order, without a look into the database', async () => {
      await db.run(`UPDATE push_clock SET last = 4 WHERE name = 'position'`);
      tellOf(whole(3, ['a', 'a']));
      tellOf(whole(1, ['a', 'b']));
      tellOf(whole(1, ['a', 'b']));
      await expect.poll(() => handed).toEqual([1, 2, 3, 4]);
      expect(reads).toBe(0);
    });

    it.each([
      ['comes in parts where it is too large for one message of the bus', 1_000_000, 1600, 0],
      ['is read where the messages of the bus are small', 3500, 1, 1],
    ])('%s', async (_, maxBytes, payloadBytes, expectedReads) => {
      const topics = Array.from({ length: 1000 }, () => 'a');
      const { messages, ...range } = whole(1, topics);
      const payload = JSON.stringify({ text: 'x'.repeat(payloadBytes) });
      const told: string[] = [];
      const sender = openFeed({
        publish: (_subject, write) => void told.push(write(maxBytes)),
        subscribe: () => () => undefined,
        close: async () => undefined,
      });
      sender.push({ ...range, messages: messages.map((each) => ({ ...each, payload })) });
      sender.close();
      expect(told.every((text) => Buffer.byteLength(text) <= maxBytes)).toBe(true);
      await db.run(`UPDATE push_clock SET last = 1000 WHERE name = 'position'`);
      for (const text of told) tell(text);
      await expect.poll(() => feed.head).toBe(1000);
      expect(reads > 0).toBe(expectedReads > 0);
    });

    it('is passed over unread when it is for nobody here, and read when it is for somebody', async () => {
      await db.run(`UPDATE push_clock SET last = 5 WHERE name = 'position'`);
      wanted = new Set(['b']);
      const [first] = writeHint(whole(1, ['a', 'a']), Infinity).split('\n');
      tell(`${first}\nnot to be read`);
      await expect.poll(() => feed.head).toBe(2);
      tellOf(whole(4, ['a', 'a']));
      tellOf(whole(3, ['b']));
      await expect.poll(() => feed.head).toBe(5);
      expect(handed).toEqual([3]);
      expect(reads).toBe(0);
    });

    it('is proven only when somebody depends on it, if it is for nobody here', async () => {
      wanted = new Set(['b']);
      const { hear, proofs } = overheard();
      for (const from of [1, 2, 3]) hear(whole(from, ['a']));
      expect(proofs()).toBe(0);
      expect(feed.head).toBe(3);
      expect(proofs()).toBe(3);
      hear(whole(4, ['a']));
      hear(whole(5, ['b']));
      await expect.poll(() => handed).toEqual([5]);
      for (let from = 6; from < 1000; from++) hear(whole(from, ['a']));
      // It does not keep any number of them.
      expect(proofs()).toBeGreaterThan(900);
      expect(feed.head).toBe(999);
      expect(reads).toBe(0);
    });

    it('is not passed over when it only looks as if a node had told of something for nobody here', async () => {
      await db.run(`UPDATE push_clock SET last = 4 WHERE name = 'position'`);
      wanted = new Set(['b']);
      const { hear } = overheard();
      hear(whole(1, ['a']));
      hear(whole(2, ['a', 'a']), false);
      // Another sender's, which directly follows what is not true.
      hear(whole(4, ['a']));
      hear(whole(2, ['b']));
      hear(whole(3, ['b']));
      await expect.poll(() => handed).toEqual([2, 3]);
      await expect.poll(() => feed.head).toBe(4);
      hear(whole(5, ['b']), false);
      expect(handed).toEqual([2, 3]);
      expect(reads).toBe(0);
    });

    it('has no conditions looked at before it is proven: that can take as long as whoever made it up likes', async () => {
      wanted = new Set(['b']);
      const { hear, proofs } = overheard();
      const { messages, ...range } = whole(1, ['a', 'a']);
      const audience = { kind: 'condition', condition: `!('a' in topics)` } as const;
      const conditional = { ...range, messages: messages.map((each) => ({ ...each, audience })) };
      hear(conditional, false);
      expect([asked, proofs()]).toEqual([0, 1]);
      hear(conditional);
      expect(asked).toBeGreaterThan(0);
      await expect.poll(() => feed.head).toBe(2);
    });

    it('is for whoever has subscribed by the time of its turn', async () => {
      await db.run(`UPDATE push_clock SET last = 2 WHERE name = 'position'`);
      wanted = new Set();
      tellOf(whole(2, ['a']));
      wanted = new Set(['a']);
      tellOf(whole(1, ['b']));
      await expect.poll(() => handed).toEqual([2]);
    });

    it('is read where it cannot be told from the hint', async () => {
      await log().append(message);
      const [first] = writeHint(whole(1, ['a']), Infinity).split('\n');
      tell(`${first}\n{"from":1,"to":1,"ids":[1]}`);
      await expect.poll(() => handed).toEqual([1]);
      expect(reads).toBe(1);
    });

    it('is read where nothing was told of it, or of nothing but its place', async () => {
      for (let n = 0; n < 3; n++) await log().append(message);
      tell(JSON.stringify({ from: 2, to: 2 }));
      await expect.poll(() => handed).toEqual([1, 2]);
      await expect.poll(() => handed).toEqual([1, 2, 3]);
    });

    it('is found within a second where no hint tells of it, and counted as untold', async () => {
      feed.close();
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        let looks = 0;
        const watching: Database = {
          ...db,
          get: async (sql, ...parameters) => {
            const row = await db.get(sql, ...parameters);
            looks++;
            return row as never;
          },
        };
        let untold = 0;
        const deliver = (messages: readonly StoredMessage[]) => {
          handed.push(...positions(messages));
          return [];
        };
        const onUntold = (messages: number) => (untold += messages);
        feed = new Feed({ db: watching, bus: new LocalBus(), onUntold }, 0).deliverTo({ deliver });
        await log().append(message);
        vi.advanceTimersByTime(500);
        // A look that began ends before the next one is due.
        await expect.poll(() => looks).toBe(1);
        vi.advanceTimersByTime(500);
        await expect.poll(() => handed).toEqual([1]);
        expect(untold).toBe(1);
      } finally {
        vi.useRealTimers();
      }
    });

    it('is read when only what comes after it was told', async () => {
      await log().append(message);
      await db.run(`UPDATE push_clock SET last = 2 WHERE name = 'position'`);
      tellOf(whole(2, ['a']));
      await expect.poll(() => handed).toEqual([1, 2]);
    });

    it('is not believed when there is no such thing', async () => {
      for (const text of [
        '',
        '{}',
        'null',
        '{"from":2,"to":1}',
        '{"from":1,"to":1,"audiences":[{}]}\n{}',
      ]) {
        tell(text);
      }
      tell(JSON.stringify({ from: 5, to: 1_000_000 }));
      await log().append(message);
      await expect.poll(() => handed).toEqual([1]);
      expect(feed.head).toBe(1);
    });

    it('is read as soon as the database can be read again', async () => {
      feed.close();
      let failures = 0;
      const failing: Database = {
        ...db,
        get: (sql, ...parameters) =>
          failures++ < 2 ? Promise.reject(new Error('away')) : db.get(sql, ...parameters),
      };
      feed = new Feed({ db: failing, bus: new LocalBus() }, 0).deliverTo({ deliver: () => [] });
      await log().append(message);
      await expect.poll(() => feed.head).toBe(1);
    });
  },
);
