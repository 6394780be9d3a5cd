import { TopicDetails, TopicQuery, TopicRecord, isTopic, pageOf } from '@host/contracts';
import * as z from 'zod/mini';

import { OTHER_ORDER, decodeCursor, unknownCursor } from '../../http/lists/cursor.ts';
import { pageLimit, toPage } from '../../http/lists/page.ts';
import type { TypedApp } from '../../http/TypedApp.types.ts';
import type { Database } from '../../storage/database/Database.types.ts';
import { isTopicOf } from '../server-keys/Senders.ts';
import { countJoined, countSubscribers, nextTopic } from './searchRows.ts';

const shared = { tags: ['devices'], security: [{ token: [] }] };
const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN_DAYS = 30;

/** Finding topics, and the devices that have them. */
export function topicSearchRoutes(app: TypedApp, { db }: { db: Database }): void {
  app.get(
    '/topics',
    {
      config: { scope: ['push', 'read'] },
      schema: {
        ...shared,
        summary: 'Find topics',
        description:
          'Those that begin with `q`, in the order of their names, with `sort=-topic` backwards, with how many devices have each. A token that is restricted to mini-apps names one of these in `q`, as `miniapp_<id>_`. Scope: `push` or `read`.',
        querystring: TopicQuery,
        response: { 200: pageOf(TopicRecord) },
      },
    },
    async ({ query, caller }) => {
      if (!isTopicOf(caller.apps ?? [], query.q ?? '')) caller.requireAllApps();
      const limit = pageLimit(query);
      const sort = query.sort ?? 'topic';
      const isDown = sort === '-topic';
      // Sorts after every topic, or before it.
      const [of, start] = decodeCursor(query.cursor, [sort, isDown ? '\u007f' : '']);
      if (of !== sort) throw unknownCursor(OTHER_ORDER);
      let after = start;
      const found: string[] = [];
      while (found.length <= limit) {
        const topic = await nextTopic(db, after, query.q ?? '', isDown);
        if (topic === undefined) break;
        found.push(topic);
        after = topic;
      }
      const records: TopicRecord[] = [];
      for (const topic of found) {
        records.push({ topic, subscribers: await countSubscribers(db, topic) });
      }
      return toPage(
        records,
        limit,
        (record) => record,
        ({ topic }) => [sort, topic],
      );
    },
  );

  app.get(
    '/topics/:topic',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read a topic',
        description:
          'How many devices have it, and on which of the last 30 days they came. Above 100,000 both are estimated. A topic that nobody has is one without devices. Scope: `read`.',
        params: z.object({
          topic: z.string().check(z.refine(isTopic, 'a topic is letters, digits and - _ . ~ %')),
        }),
        response: { 200: TopicDetails },
      },
    },
    async ({ params: { topic }, caller }) => {
      caller.requireAllApps();
      const subscribers = await countSubscribers(db, topic);
      const firstDay = Math.floor(Date.now() / DAY_MS) - SHOWN_DAYS + 1;
      const { counted, days } = await countJoined(db, topic, firstDay * DAY_MS);
      const factor = counted === 0 ? 1 : subscribers.devices / counted;
      return {
        topic,
        subscribers,
        joined: days.map(({ day, devices }) => ({
          day: new Date(day * DAY_MS).toISOString().slice(0, 10),
          devices: Math.round(devices * factor),
        })),
      };
    },
  );
}
