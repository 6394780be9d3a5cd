import { topicAddress } from '@host/contracts';

import type { Payload, StoredMessage } from '../messages/Message.types.ts';
import { textFrame } from '../websocket/frames.ts';
import { type Piece, pieceOf } from './Piece.ts';

/** Messages that go to the same devices, one after the other: encoded once, and written to every device as one piece. */
export class Run {
  readonly messages: readonly StoredMessage[];
  readonly piece: Piece;
  #frames: Buffer | undefined;
  #events: Buffer | undefined;

  constructor(messages: readonly StoredMessage[]) {
    this.messages = messages;
    this.piece = pieceOf(messages);
  }

  get first(): StoredMessage {
    return this.messages[0]!;
  }

  /** As frames of a WebSocket. */
  get frames(): Buffer {
    this.#frames ??= joined(this.messages.map((message) => textFrame(messageText(message))));
    return this.#frames;
  }

  /** As events of a stream. */
  get events(): Buffer {
    this.#events ??= joined(
      this.messages.map((message) =>
        Buffer.from(`id: ${message.position}\nevent: message\ndata: ${messageText(message)}\n\n`),
      ),
    );
    return this.#events;
  }
}

function joined(parts: Buffer[]): Buffer {
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

function messageText(message: StoredMessage): string {
  const { id, position, audience, collapseKey, sendAt } = message;
  const payload = JSON.parse(message.payload) as Payload;
  return JSON.stringify({
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
  });
}
