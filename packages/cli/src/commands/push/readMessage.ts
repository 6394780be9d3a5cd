import {
  DeepLink,
  LIMITS,
  type PushMessage,
  Topic,
  isReservedDataKey,
  topicAddress,
  topicOfAddress,
} from '@host/contracts';
import * as z from 'zod/mini';

import { usageError } from '../../terminal/CliError.ts';
import { readDuration } from '../../terminal/readDuration.ts';
import { readTimeToCome } from '../../terminal/readTimeToCome.ts';

/** The options that describe a push. */
export interface MessageOptions {
  token?: string;
  topic?: string;
  condition?: string;
  title?: string;
  body?: string;
  data?: string[];
  deepLink?: string;
  collapseKey?: string;
  ttl?: string;
  sendAt?: string;
  dryRun?: boolean;
}

/** Builds the push from its options. Throws for invalid ones, before anything is sent. */
export function readMessage(options: MessageOptions, now: number): PushMessage {
  const { title, body, collapseKey, ttl, sendAt, dryRun } = options;
  const data = readData(options);
  if (title === undefined && body === undefined && Object.keys(data).length === 0) {
    throw usageError('There is nothing to send.', 'Give it a --title and a --body, or --data.');
  }
  return {
    ...readTarget(options),
    ...((title !== undefined || body !== undefined) && {
      notification: { ...(title !== undefined && { title }), ...(body !== undefined && { body }) },
    }),
    ...(Object.keys(data).length > 0 && { data }),
    ...(collapseKey !== undefined && { collapse_key: collapseKey }),
    ...(ttl !== undefined && { time_to_live: readTimeToLive(ttl) }),
    ...(sendAt !== undefined && { send_at: readTimeToCome(sendAt, '--send-at', now) }),
    ...(dryRun && { dry_run: true }),
  };
}

function readTarget({ token, topic, condition }: MessageOptions) {
  const given = [token, topic, condition].filter((each) => each !== undefined);
  if (given.length !== 1) {
    throw usageError(
      given.length === 0 ? 'Nobody is named.' : 'A push goes to one of them.',
      'Use one of --token <token>, --topic <name> and --condition <expression>.',
    );
  }
  if (topic === undefined) return token === undefined ? { condition: condition! } : { to: token };
  const name = topicOfAddress(topic) ?? topic;
  if (z.safeParse(Topic, name).success) return { to: topicAddress(name) };
  throw usageError(
    `"${topic}" is no topic.`,
    'A topic is made of letters, digits and - _ . ~ %, for example promotions.',
  );
}

function readData({ data = [], deepLink }: MessageOptions): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const pair of data) {
    const equals = pair.indexOf('=');
    if (equals < 1) throw usageError(`"${pair}" is no data.`, 'Use --data orderId=42.');
    const key = pair.slice(0, equals);
    if (isReservedDataKey(key)) {
      throw usageError(`The key "${key}" belongs to the protocol.`, 'Choose another name.');
    }
    fields[key] = pair.slice(equals + 1);
  }
  if (deepLink === undefined) return fields;
  if (!z.safeParse(DeepLink, deepLink).success) {
    throw usageError(`"${deepLink}" is no deep link.`, 'Use for example acme://order/42.');
  }
  return { ...fields, deepLink };
}

function readTimeToLive(given: string): number {
  const seconds = Math.round(readDuration(given, '--ttl') / 1000);
  if (seconds <= LIMITS.timeToLiveSeconds) return seconds;
  throw usageError(`"${given}" is longer than four weeks.`, 'Use for example --ttl 2h.');
}
