import { parseCondition } from '@host/contracts';

import type { Queries } from '../../../storage/database/Database.types.ts';
import { matches } from '../../conditions/matches.ts';
import { subscriptionsOf } from '../../devices/topicRows.ts';
import { isOfPackage } from '../../messages/packages.ts';
import {
  type MissedByMany,
  type MissedMessage,
  type Range,
  type UnopenedMessage,
  findUnopened,
  missedDirect,
  missedOnTopic,
  missedOnTopics,
  missedWithCondition,
} from './backlogRows.ts';

/** The most messages of one kind that a query reads. */
const MAX_AT_ONCE = 10_000;
/** The length of the first range of positions; while few messages are found, each range is twice as long as the last. */
const FIRST_RANGE = 50_000;
const LITTLE = 500;
/** A node learns of a subscription within a moment, so there are few messages in between. */
const MAX_BY_SUBSCRIBING = 1000;

/** The device whose backlog is read. */
export interface BacklogOwner {
  deviceId: number;
  app: string | null;
}

/** What a device missed in a range of positions, and how far that goes. */
export interface Missed {
  messages: MissedMessage[];
  upTo: number;
}

/**
 * Reads what a device missed: messages to itself, to its topics, and with conditions that it meets. The number of messages
 * per query is bounded.
 */
export async function readBacklog(db: Queries, owner: BacklogOwner, range: Range): Promise<Missed> {
  const messages: MissedMessage[] = [];
  let { after } = range;
  for (let length = FIRST_RANGE; after < range.upTo; length *= 2) {
    const part = await readPart(db, owner, {
      after,
      upTo: Math.min(range.upTo, after + length),
    });
    messages.push(...part.messages);
    after = part.upTo;
    if (messages.length > LITTLE) break;
  }
  return { messages, upTo: after };
}

async function readPart(
  db: Queries,
  { deviceId, app }: BacklogOwner,
  range: Range,
): Promise<Missed> {
  const [direct, onTopics, conditional] = await Promise.all([
    missedDirect(db, deviceId, range, MAX_AT_ONCE),
    missedOnTopics(db, deviceId, range, MAX_AT_ONCE),
    missedWithCondition(db, range, MAX_AT_ONCE),
  ]);
  // A list that reached its limit is complete only up to its last position.
  const upTo = Math.min(
    ...[direct, onTopics, conditional].map((list) =>
      list.length < MAX_AT_ONCE ? range.upTo : list.at(-1)!.position,
    ),
  );
  const byMany = [...onTopics, ...(await matchingConditions(db, deviceId, conditional))];
  const messages = [...direct, ...forApp(byMany, app)].filter(({ position }) => position <= upTo);
  return { messages, upTo };
}

/**
 * Reads what was sent, up to a position, to newly subscribed topics and with conditions that the device meets since then,
 * while the fan-out still used the topics `before`.
 */
export async function missedBySubscribing(
  db: Queries,
  { deviceId, app }: BacklogOwner,
  added: readonly { topic: string; since: number }[],
  upTo: number,
  before: ReadonlySet<string>,
): Promise<MissedMessage[]> {
  const onTopics = await Promise.all(
    added.map(({ topic, since }) =>
      missedOnTopic(db, topic, { after: since, upTo }, MAX_BY_SUBSCRIBING),
    ),
  );
  const after = Math.min(...added.map(({ since }) => since));
  const conditional = await missedWithCondition(db, { after, upTo }, MAX_BY_SUBSCRIBING);
  const unsent = conditional.filter(({ condition }) => !isMet(condition, before));
  const byMany = [...onTopics.flat(), ...(await matchingConditions(db, deviceId, unsent))];
  return forApp(byMany, app);
}

async function matchingConditions<Message extends { position: number; condition: string }>(
  db: Queries,
  deviceId: number,
  conditional: readonly Message[],
): Promise<Message[]> {
  if (conditional.length === 0) return [];
  const subscriptions = await subscriptionsOf(db, deviceId);
  const since = new Map(subscriptions.map((each) => [each.topic, each.since]));
  return conditional.filter(({ condition, position }) => {
    const hadTopic = (topic: string) => (since.get(topic) ?? Number.MAX_SAFE_INTEGER) < position;
    return isMet(condition, { has: hadTopic });
  });
}

/** Filters messages: those that can have reached a device, going by its current state, and were not opened on it before. */
export async function unopenedOf(
  db: Queries,
  { deviceId, app }: BacklogOwner,
  messageIds: readonly number[],
): Promise<number[]> {
  const found = await findUnopened(db, messageIds, deviceId);
  const isDirect = ({ topic, condition }: UnopenedMessage) => topic === null && condition === null;
  const reached = found.filter((each) => isDirect(each) || isOfPackage(app, each.package_name));
  const conditional = reached.filter(hasCondition);
  const met = await matchingConditions(db, deviceId, conditional);
  return [...reached.filter((each) => !hasCondition(each)), ...met].map(({ id }) => id);
}

function hasCondition(
  message: UnopenedMessage,
): message is UnopenedMessage & { condition: string } {
  return message.condition !== null;
}

function isMet(condition: string, topics: { has(topic: string): boolean }): boolean {
  const parsed = parseCondition(condition);
  return parsed !== undefined && matches(parsed, topics);
}

/** Drops messages that are for the devices of another app. */
function forApp(missed: readonly MissedByMany[], app: string | null): MissedByMany[] {
  return missed.filter(({ package_name }) => isOfPackage(app, package_name));
}
