import { describe, expect, it } from 'vitest';

import type { StoredMessage } from '../../messages/Message.types.ts';
import type { Wire } from '../connection/Connection.ts';
import { MessageBatch } from '../batches/MessageBatch.ts';
import type { SendToAll } from './SendToAll.types.ts';
import { BatchWriter } from './BatchWriter.ts';

const message: StoredMessage = {
  id: 1,
  position: 1,
  audience: { kind: 'topic', topic: 'news' },
  collapseKey: undefined,
  packageName: undefined,
  payload: '{"priority":"normal"}',
  sendAt: 0,
  expiresAt: 1,
};

/** Remembers from which byte on it was written to. */
function wireOf(descriptor: number): Wire & { writes: number[] } {
  const writes: number[] = [];
  return {
    hearsBack: true,
    bufferedBytes: 0,
    descriptor,
    writes,
    write: (_batch, from = 0) => void writes.push(from),
    sendEvent: () => undefined,
    heartbeat: () => undefined,
    close: () => undefined,
  };
}

describe('a batchWriter', () => {
  const batch = new MessageBatch([message]);

  it('goes out in one call to those whose sockets are free, and through their streams to the others', () => {
    const calls: { descriptors: number[]; bytes: Uint8Array }[] = [];
    const sendToAll: SendToAll = (descriptors, count, bytes) => {
      calls.push({ descriptors: [...descriptors.subarray(0, count)], bytes });
      return 0;
    };
    const batchWriter = new BatchWriter(sendToAll);
    const [free, busy, other] = [wireOf(7), wireOf(-1), wireOf(8)];
    for (const wire of [free, busy, other]) batchWriter.add(wire, batch);
    batchWriter.flush(batch);
    expect([free.writes, busy.writes, other.writes]).toEqual([[], [0], []]);
    expect(calls).toEqual([{ descriptors: [7, 8], bytes: batch.frames }]);
    batchWriter.flush(batch);
    expect(calls).toHaveLength(1);
  });

  it('goes on through the stream where a socket took a part, nothing, or is broken', () => {
    const sendToAll: SendToAll = (_descriptors, _count, _bytes, unsent) => {
      unsent.set([0, 5, 1, -11, 3, -32]);
      return 6;
    };
    const batchWriter = new BatchWriter(sendToAll);
    const wires = [wireOf(1), wireOf(2), wireOf(3), wireOf(4)];
    for (const wire of wires) batchWriter.add(wire, batch);
    batchWriter.flush(batch);
    expect(wires.map(({ writes }) => writes)).toEqual([[5], [0], [], [0]]);
  });

  it('goes through the streams alone where there is no other way', () => {
    const batchWriter = new BatchWriter(undefined);
    const wire = wireOf(1);
    batchWriter.add(wire, batch);
    batchWriter.flush(batch);
    expect(wire.writes).toEqual([0]);
  });

  it('reaches everybody once, however many they are', () => {
    const sent: number[] = [];
    const sendToAll: SendToAll = (descriptors, count) => {
      sent.push(...descriptors.subarray(0, count));
      return 0;
    };
    const batchWriter = new BatchWriter(sendToAll);
    const wires = Array.from({ length: 1000 }, (_, index) => wireOf(index % 3 === 0 ? -1 : index));
    for (const wire of wires) batchWriter.add(wire, batch);
    batchWriter.flush(batch);
    const reached = [...sent, ...wires.flatMap(({ writes }, index) => writes.map(() => index))];
    expect(reached.toSorted((one, other) => one - other)).toEqual([...wires.keys()]);
  });
});
