import { type LiveMessage, topicAddress } from '@host/contracts';

import type { Payload, StoredMessage } from '../../messages/Message.types.ts';
import { textFrame } from './frames.ts';
import { type SentBatch, sentBatchOf } from './SentBatch.ts';

/** Consecutive messages for the same devices: encoded once, and sent to each device in a single write. */
export class MessageBatch {
  readonly messages: readonly StoredMessage[];
  #parts: readonly MessageBatch[] | undefined;
  #sentBatch: SentBatch | undefined;
  #frames: Buffer | undefined;
  #events: Buffer | undefined;

  constructor(messages: readonly StoredMessage[]) {
    this.messages = messages;
  }

  /** Joins consecutive batches, reusing what is encoded already. */
  static joined(batches: readonly MessageBatch[]): MessageBatch {
    if (batches.length === 1) return batches[0]!;
    const batch = new MessageBatch(batches.flatMap(({ messages }) => messages));
    batch.#parts = batches;
    return batch;
  }

  /** What the receiving devices have to acknowledge. */
  get sentBatch(): SentBatch {
    this.#sentBatch ??= sentBatchOf(this.messages);
    return this.#sentBatch;
  }

  get first(): StoredMessage {
    return this.messages[0]!;
  }

  get last(): StoredMessage {
    return this.messages.at(-1)!;
  }

  /** As frames of a WebSocket. */
  get frames(): Buffer {
    this.#frames ??= joined(
      this.#parts?.map(({ frames }) => frames) ??
        this.messages.map((message) => textFrame(messageText(message))),
    );
    return this.#frames;
  }

  /** As events of a `text/event-stream`. */
  get events(): Buffer {
    this.#events ??= joined(
      this.#parts?.map(({ events }) => events) ??
        this.messages.map((message) =>
          Buffer.from(`id: ${message.position}\nevent: message\ndata: ${messageText(message)}\n\n`),
        ),
    );
    return this.#events;
  }
}

/** Whether two messages are for the same devices, so that they can be one batch. */
export function haveSameAudience(one: StoredMessage, other: StoredMessage): boolean {
  return (
    one.audience.kind === 'topic' &&
    other.audience.kind === 'topic' &&
    one.audience.topic === other.audience.topic &&
    one.packageName === other.packageName
  );
}

function joined(parts: Buffer[]): Buffer {
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

function messageText(message: StoredMessage): string {
  const { id, position, audience, collapseKey, sendAt } = message;
  const payload = JSON.parse(message.payload) as Payload;
  const said: LiveMessage = {
    type: 'message',
    cursor: position,
    id: String(id),
    ...(audience.kind === 'topic' && { from: topicAddress(audience.topic) }),
    sentAt: new Date(sendAt).toISOString(),
    ...(collapseKey !== undefined && { collapseKey }),
    priority: payload.priority,
    ...(payload.notification && { notification: payload.notification }),
    ...(payload.data && { data: payload.data }),
    ...(payload.contentAvailable && { contentAvailable: true }),
    ...(payload.mutableContent && { mutableContent: true }),
    ...(payload.app && { app: payload.app }),
  };
  return JSON.stringify(said);
}
