import * as z from 'zod/mini';

import { packBatch, unpackBatch } from '../messages/packedBatch.ts';
import type { CommittedBatch } from '../messages/Message.types.ts';

/** What a node tells others of a commit: where its messages are in the order of all, and, when there is room, which. */
export interface Hint {
  from: number;
  to: number;
  messages: CommittedBatch['messages'] | undefined;
}

const position = z.int().check(z.positive());
const optionalTexts = z.array(z.nullish(z.string()));
const Packed = z.object({
  from: position,
  to: position,
  ids: z.optional(z.array(position)),
  positions: z.optional(z.array(position)),
  kinds: z.optional(z.array(z.enum(['devices', 'topic', 'condition']))),
  audiences: z.optional(z.array(z.union([z.string(), z.array(position)]))),
  collapseKeys: z.optional(optionalTexts),
  packageNames: z.optional(optionalTexts),
  payloads: z.optional(z.array(z.string())),
  sendTimes: z.optional(z.array(z.int())),
  expiries: z.optional(z.array(z.int())),
});

/** A hint as text of at most so many bytes; without the messages where they are too many. */
export function writeHint(batch: CommittedBatch, maxBytes: number): string {
  const { from, to } = batch;
  const text = JSON.stringify(packBatch(batch));
  return Buffer.byteLength(text) <= maxBytes ? text : JSON.stringify({ from, to });
}

/** Reads a hint; undefined when it is none. */
export function readHint(text: string): Hint | undefined {
  let packed: z.infer<typeof Packed> | undefined;
  try {
    packed = z.safeParse(Packed, JSON.parse(text)).data;
  } catch {
    return undefined;
  }
  if (!packed || packed.from > packed.to) return undefined;
  const { from, to, ids } = packed;
  if (!ids) return { from, to, messages: undefined };
  const { positions, kinds, audiences, collapseKeys, packageNames, payloads, sendTimes, expiries } =
    packed;
  const lists = [positions, kinds, audiences, collapseKeys, packageNames, payloads, sendTimes];
  if ([...lists, expiries].some((list) => list?.length !== ids.length)) return undefined;
  const { messages } = unpackBatch({
    from,
    to,
    ids,
    positions: positions!,
    kinds: kinds!,
    audiences: audiences!,
    collapseKeys: collapseKeys!.map((key) => key ?? undefined),
    packageNames: packageNames!.map((name) => name ?? undefined),
    payloads: payloads!,
    sendTimes: sendTimes!,
    expiries: expiries!,
  });
  return { from, to, messages };
}
