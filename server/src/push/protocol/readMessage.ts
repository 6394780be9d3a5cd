import {
  LIMITS,
  PushMessage,
  isReservedDataKey,
  parseCondition,
  topicOfAddress,
} from '@host/contracts';
import * as z from 'zod/mini';

import type { Payload } from '../messages/Message.types.ts';
import { compiled } from './compiled.ts';
import { payloadSize } from './payloadSize.ts';
import { invalidParameters, refuseWith, unreadable } from './Refusal.ts';

/** The target of a message. */
export type Target =
  | { kind: 'tokens'; tokens: readonly string[] }
  | { kind: 'group'; key: string }
  | { kind: 'person'; openId: string }
  | { kind: 'topic'; topic: string }
  | { kind: 'condition'; condition: string };

/** A valid message of the protocol. */
export interface ReadMessage {
  payload: Payload;
  collapseKey: string | undefined;
  timeToLiveSeconds: number;
  isDryRun: boolean;
  sendAt: number | undefined;
}

/** The notification key of a device group. */
const GROUP_KEY = /^hgn_[A-Za-z0-9_-]{43}$/;

/** The prefix with which a mini-app addresses a person. */
const PEOPLE = '/people/';
const OPEN_ID = /^[A-Za-z0-9_-]{16,128}$/;

const NAMES = new Set(['collapse_key', 'restricted_package_name']);
const LISTS = new Set(['title_loc_args', 'body_loc_args']);
const TARGETS = new Set(['to', 'registration_ids', 'condition']);

const Message = compiled(PushMessage);

type Fields = Record<string, unknown>;

/** The target that a body names. Throws a Refusal when it names none, several, or an invalid one. */
export function readTarget(fields: Fields): Target {
  const { to, registration_ids: tokens, condition } = fields;
  const named = [to || undefined, tokens, condition].filter(
    (each) => each !== undefined && each !== null,
  );
  if (named.length > 1) {
    throw invalidParameters('use one of "to", "registration_ids" and "condition"');
  }
  if (tokens !== undefined && tokens !== null) return { kind: 'tokens', tokens: tokenList(tokens) };
  if (condition !== undefined && condition !== null) return conditionTarget(condition);
  if (to === undefined || to === null || to === '') throw refuseWith('MissingRegistration');
  if (typeof to !== 'string') throw mustBe('to', 'string', to);
  return addressTarget(to);
}

function addressTarget(to: string): Target {
  if (GROUP_KEY.test(to)) return { kind: 'group', key: to };
  if (to.startsWith(PEOPLE)) return personTarget(to.slice(PEOPLE.length));
  if (!to.startsWith('/topics/')) return { kind: 'tokens', tokens: [to] };
  const topic = topicOfAddress(to);
  if (topic === undefined) throw invalidParameters('the name of the topic is not valid');
  return { kind: 'topic', topic };
}

function personTarget(openId: string): Target {
  if (!OPEN_ID.test(openId)) throw invalidParameters('what follows "/people/" is no openId');
  return { kind: 'person', openId };
}

function conditionTarget(condition: unknown): Target {
  if (typeof condition !== 'string') throw mustBe('condition', 'string', condition);
  if (!parseCondition(condition)) {
    throw invalidParameters('the condition is not valid: at most 5 topics, balanced parentheses');
  }
  return { kind: 'condition', condition };
}

function tokenList(tokens: unknown): string[] {
  if (!Array.isArray(tokens)) throw unreadable('"registration_ids" field is not a JSON array');
  if (tokens.length === 0) throw unreadable('"registration_ids" field cannot be empty');
  if (tokens.length > LIMITS.tokensPerRequest) {
    throw unreadable(
      `Number of messages on bulk (${tokens.length}) exceeds maximum allowed (${LIMITS.tokensPerRequest})`,
    );
  }
  if (!tokens.every((token) => typeof token === 'string')) {
    throw invalidParameters('"registration_ids" holds strings only');
  }
  return tokens;
}

/** Reads the rest of a body for its target. Throws a Refusal with the error code of the protocol. */
export function readMessage(fields: Fields, target: Target, now: number): ReadMessage {
  const message = parse(fields);
  const { notification, data } = message;
  const isToMany = target.kind === 'topic' || target.kind === 'condition';
  const limit = isToMany ? LIMITS.topicPayloadBytes : LIMITS.tokenPayloadBytes;
  if (payloadSize(notification, data) > limit) throw refuseWith('MessageTooBig');
  return {
    // JSON leaves out undefined fields. Building the object from parts would take longer than parsing it.
    payload: {
      notification,
      data,
      priority: message.priority ?? (notification ? 'high' : 'normal'),
      contentAvailable: message.content_available || undefined,
      mutableContent: message.mutable_content || undefined,
      restrictedPackageName: message.restricted_package_name,
    },
    collapseKey: message.collapse_key,
    timeToLiveSeconds: message.time_to_live ?? LIMITS.timeToLiveSeconds,
    isDryRun: message.dry_run ?? false,
    sendAt: sendAtOf(message.send_at, now),
  };
}

function sendAtOf(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (at > now + LIMITS.scheduleSeconds * 1000) {
    throw invalidParameters('"send_at" is more than a year away');
  }
  return at > now ? at : undefined;
}

function parse(fields: Fields): PushMessage {
  const given: Fields = {};
  for (const [name, value] of Object.entries(fields)) {
    // Many clients send null or an empty string for fields that they do not use.
    if (value === null || TARGETS.has(name) || (value === '' && NAMES.has(name))) continue;
    given[name] = name === 'notification' ? withoutHabits(value) : value;
  }
  const result = z.safeParse(Message, given);
  if (result.success) return result.data;
  throw refusalOf(result.error.issues[0]!, given);
}

/** Normalizes a notification: clients write some fields differently, and send null for those that they do not use. */
function withoutHabits(notification: unknown): unknown {
  if (typeof notification !== 'object' || Array.isArray(notification)) return notification;
  const given = notification as Fields;
  let mended: Fields | undefined;
  for (const name in given) {
    const value = withoutHabit(name, given[name]);
    if (value === given[name]) continue;
    mended ??= { ...given };
    if (value === undefined) delete mended[name];
    else mended[name] = value;
  }
  return mended ?? given;
}

function withoutHabit(name: string, value: unknown): unknown {
  if (value === null) return undefined;
  if (name === 'badge' && typeof value === 'number') return String(value);
  // Published clients send these lists as strings of JSON.
  return typeof value === 'string' && LISTS.has(name) ? listIn(value) : value;
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const JSON_TYPES: Record<string, string> = {
  collapse_key: 'string',
  priority: 'string',
  content_available: 'boolean',
  mutable_content: 'boolean',
  dry_run: 'boolean',
  restricted_package_name: 'string',
  notification: 'object',
  data: 'object',
  send_at: 'string',
};

function refusalOf(issue: z.core.$ZodIssue, fields: Fields) {
  const [name, key] = issue.path.map(String);
  const value = fields[name!];
  if (name === 'time_to_live') return refuseWith('InvalidTtl');
  if (name === 'data' && key !== undefined) {
    return isReservedDataKey(key)
      ? refuseWith('InvalidDataKey')
      : invalidParameters(`Field "data" holds strings only: "${key.slice(0, 100)}" is none`);
  }
  if (key !== undefined) {
    return invalidParameters(`Field "${name}.${key.slice(0, 100)}" does not fit: ${issue.message}`);
  }
  const type = JSON_TYPES[name!];
  if (type !== undefined && jsonTypeOf(value) !== type) return mustBe(name!, type, value);
  return invalidParameters(`Field "${name}" does not fit: ${issue.message}`);
}

function mustBe(name: string, type: string, value: unknown) {
  const shown = JSON.stringify(value).slice(0, 100);
  return unreadable(`Field "${name}" must be a JSON ${type}: ${shown}`);
}

function jsonTypeOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
