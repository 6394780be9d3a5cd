import * as z from 'zod/mini';

import type { Told } from '../../storage/bus/Bus.types.ts';
import { haveSameAudience } from './batches/MessageBatch.ts';
import { packBatch, unpackBatch } from '../messages/packedBatch.ts';
import type { CommittedBatch, StoredMessage } from '../messages/Message.types.ts';

type Audience = StoredMessage['audience'];

/** What a node tells others of a commit. */
export interface Hint {
  /** Where its messages are in the order of all. */
  from: number;
  to: number;
  /** Whom they are for; undefined when there was no room for the messages. */
  audiences: readonly Audience[] | undefined;
  /** The messages, the same each time; undefined when they are not told, are none, or no node told them. */
  read(): readonly StoredMessage[] | undefined;
}

/** More than any commit has. A hint that claims more is not trusted to contain all of them. */
const MAX_TOLD = 100_000;

const position = z.int().check(z.positive());
const optionalTexts = z.array(z.nullish(z.string()));
const Packed = z.object({
  from: position,
  to: position,
  ids: z.array(position),
  positions: z.array(position),
  kinds: z.array(z.enum(['devices', 'topic', 'condition'])),
  audiences: z.array(z.union([z.string(), z.array(position)])),
  collapseKeys: optionalTexts,
  packageNames: optionalTexts,
  payloads: z.array(z.string()),
  sendTimes: z.array(z.int()),
  expiries: z.array(z.int()),
});

/**
 * A hint as text of at most so many bytes; without the messages where they are too many. Its first line says all that a node
 * without a device for them has to know: most nodes read no more.
 */
export function writeHint(batch: CommittedBatch, maxBytes: number): string {
  const { from, to, messages } = batch;
  const audiences: Audience[] = [];
  let last: StoredMessage | undefined;
  for (const message of messages) {
    if (!last || !haveSameAudience(last, message)) audiences.push(message.audience);
    last = message;
  }
  const text = `${JSON.stringify({ from, to, audiences })}\n${JSON.stringify(packBatch(batch))}`;
  return Buffer.byteLength(text) <= maxBytes ? text : JSON.stringify({ from, to });
}

/** A bus whose messages are smaller than this tells positions of large commits: one such commit would be many of them. */
const MIN_SPLIT_BYTES = 100_000;

/**
 * A commit as hints of at most so many bytes each: nearly always one. Where it is too large, its messages are told in several, so
 * that nobody has to read them from the database.
 */
export function writeHints(batch: CommittedBatch, maxBytes: number): string[] {
  const { from, to, messages } = batch;
  const hint = writeHint(batch, maxBytes);
  if (hasMessages(hint) || maxBytes < MIN_SPLIT_BYTES || messages.length < 2) return [hint];
  const middle = messages.length >> 1;
  const next = messages[middle]!.position;
  return [
    ...writeHints({ from, to: next - 1, messages: messages.slice(0, middle) }, maxBytes),
    ...writeHints({ from: next, to, messages: messages.slice(middle) }, maxBytes),
  ];
}

/** Only the first line says whom they are for, and the second has them. */
function hasMessages(hint: string): boolean {
  return hint.includes('\n');
}

/** Reads a hint, which nobody has proven yet; undefined when it is none. */
export function readHint(told: Told): Hint | undefined {
  const first = parse(told.unprovenLine) as Partial<Hint> | undefined;
  if (typeof first !== 'object' || first === null) return undefined;
  const { from, to, audiences } = first;
  if (!isPosition(from) || !isPosition(to) || from > to) return undefined;
  if (audiences === undefined || to - from >= MAX_TOLD) {
    return { from, to, audiences: undefined, read: () => undefined };
  }
  if (!Array.isArray(audiences) || !audiences.every(isAudience)) return undefined;
  let messages: readonly StoredMessage[] | undefined;
  const read = () => (messages ??= readMessages(told.text() ?? '', from, to));
  return { from, to, audiences, read };
}

function readMessages(
  text: string,
  from: number,
  to: number,
): CommittedBatch['messages'] | undefined {
  const packed = z.safeParse(Packed, parse(text.slice(text.indexOf('\n') + 1))).data;
  if (!packed || packed.from !== from || packed.to !== to) return undefined;
  const { ids, collapseKeys, packageNames } = packed;
  const lists = [packed.positions, packed.kinds, packed.audiences, packed.payloads];
  lists.push(packed.sendTimes, packed.expiries);
  if ([...lists, collapseKeys, packageNames].some((list) => list.length !== ids.length)) {
    return undefined;
  }
  return unpackBatch({
    ...packed,
    collapseKeys: collapseKeys.map((key) => key ?? undefined),
    packageNames: packageNames.map((name) => name ?? undefined),
  }).messages;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/**
 * Checked by hand: a schema would take longer than everything else, and every node reads the first line of every hint.
 */
function isAudience(value: unknown): value is Audience {
  const audience = (value ?? {}) as { kind?: unknown; [field: string]: unknown };
  switch (audience.kind) {
    case 'topic':
      return typeof audience['topic'] === 'string';
    case 'condition':
      return typeof audience['condition'] === 'string';
    case 'devices':
      return Array.isArray(audience['deviceIds']) && audience['deviceIds'].every(isPosition);
    default:
      return false;
  }
}
