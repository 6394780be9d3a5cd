import type { CommittedBatch, StoredMessage } from './Message.types.ts';

/**
 * A batch for another thread, in columns: arrays of primitives are cloned in a fraction of the time that as many objects
 * take.
 */
export interface PackedBatch {
  from: number;
  to: number;
  ids: number[];
  positions: number[];
  kinds: StoredMessage['audience']['kind'][];
  /** Device ids, or the text of the topic or condition. */
  audiences: (readonly number[] | string)[];
  collapseKeys: (string | undefined)[];
  packageNames: (string | undefined)[];
  payloads: string[];
  sendTimes: number[];
  expiries: number[];
}

export function packBatch({ from, to, messages }: CommittedBatch): PackedBatch {
  return {
    from,
    to,
    ids: messages.map(({ id }) => id),
    positions: messages.map(({ position }) => position),
    kinds: messages.map(({ audience }) => audience.kind),
    audiences: messages.map(({ audience }) => {
      if (audience.kind === 'devices') return audience.deviceIds;
      return audience.kind === 'topic' ? audience.topic : audience.condition;
    }),
    collapseKeys: messages.map(({ collapseKey }) => collapseKey),
    packageNames: messages.map(({ packageName }) => packageName),
    payloads: messages.map(({ payload }) => payload),
    sendTimes: messages.map(({ sendAt }) => sendAt),
    expiries: messages.map(({ expiresAt }) => expiresAt),
  };
}

export function unpackBatch(packed: PackedBatch): CommittedBatch {
  const messages = packed.ids.map((id, index): StoredMessage => ({
    id,
    position: packed.positions[index]!,
    audience: audienceAt(packed, index),
    collapseKey: packed.collapseKeys[index],
    packageName: packed.packageNames[index],
    payload: packed.payloads[index]!,
    sendAt: packed.sendTimes[index]!,
    expiresAt: packed.expiries[index]!,
  }));
  return { from: packed.from, to: packed.to, messages };
}

function audienceAt({ kinds, audiences }: PackedBatch, index: number): StoredMessage['audience'] {
  const kind = kinds[index]!;
  const audience = audiences[index];
  if (kind === 'devices') return { kind, deviceIds: audience as readonly number[] };
  const text = audience as string;
  return kind === 'topic' ? { kind, topic: text } : { kind, condition: text };
}
