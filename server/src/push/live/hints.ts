import * as z from 'zod/mini';

import type { Told } from '../../storage/bus/Bus.types.ts';
import { haveSameAudience } from './batches/MessageBatch.ts';
import { packBatch, unpackBatch } from '../messages/packedBatch.ts';
import type { CommittedBatch, StoredMessage } from '../messages/Message.types.ts';
import { type HintLine, scanHintLine } from './scanHintLine.ts';

type Audience = StoredMessage['audience'];

/** What a node tells others about a commit. */
export interface Hint {
  /** The first and last position of its messages. */
  from: number;
  to: number;
  /** Their audiences; undefined if the messages did not fit into the hint. */
  audiences: readonly Audience[] | undefined;
  /** The messages, cached; undefined if the hint does not contain them, is malformed, or has an invalid signature. */
  read(): readonly StoredMessage[] | undefined;
  /** To be called while the hint is heard if it may be read afterwards. */
  keep(): void;
}

/** More than any commit has. A hint that claims more is not trusted to be complete. */
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
 * A hint as text of at most so many bytes; without the messages if they do not fit. A node without a device for them needs
 * only the first line: most nodes read no more than that.
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

/** Below this message size of the bus, only the positions of a large commit are sent: it would need too many hints. */
const MIN_SPLIT_BYTES = 100_000;

/**
 * Serializes a commit as hints of at most `maxBytes` each: nearly always one. A larger commit is split, so that no node has to
 * read its messages from the database.
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

/** A hint without messages has no second line. */
function hasMessages(hint: string): boolean {
  return hint.includes('\n');
}

/** Parses a hint whose signature is not verified yet; undefined if it is malformed. */
export function readHint(told: Told): Hint | undefined {
  const line = told.unprovenLine;
  const first = scanHintLine(line) ?? (parse(line) as Partial<HintLine> | undefined);
  if (typeof first !== 'object' || first === null) return undefined;
  const { from, to, audiences } = first;
  if (!isPosition(from) || !isPosition(to) || from > to) return undefined;
  if (audiences === undefined || to - from >= MAX_TOLD) {
    return { from, to, audiences: undefined, read: () => undefined, keep: () => undefined };
  }
  if (!Array.isArray(audiences) || !audiences.every(isAudience)) return undefined;
  let messages: readonly StoredMessage[] | undefined;
  const read = () => (messages ??= readMessages(told.text() ?? '', from, to));
  return { from, to, audiences, read, keep: () => told.keep() };
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
 * Hand-written, since a schema would take longer than everything else, and every node parses the first line of every hint.
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
