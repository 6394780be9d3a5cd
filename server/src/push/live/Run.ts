import { type LiveMessage, topicAddress } from '@host/contracts';

import type { Payload, StoredMessage } from '../messages/Message.types.ts';
import { textFrame } from './frames.ts';
import { type Piece, pieceOf } from './Piece.ts';

/** Messages that go to the same devices, one after the other: encoded once, and written to every device as one piece. */
export class Run {
  readonly messages: readonly StoredMessage[];
  #parts: readonly Run[] | undefined;
  #piece: Piece | undefined;
  #frames: Buffer | undefined;
  #events: Buffer | undefined;

  constructor(messages: readonly StoredMessage[]) {
    this.messages = messages;
  }

  /** Runs that follow on each other, as one: what was encoded of them is not encoded again. */
  static joined(runs: readonly Run[]): Run {
    if (runs.length === 1) return runs[0]!;
    const run = new Run(runs.flatMap(({ messages }) => messages));
    run.#parts = runs;
    return run;
  }

  /** What waits to be acknowledged by those that it is written to. */
  get piece(): Piece {
    this.#piece ??= pieceOf(this.messages);
    return this.#piece;
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

  /** As events of a stream. */
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

/** Whether messages that follow on each other can be one run: they are for the same devices. */
export function goTogether(one: StoredMessage, other: StoredMessage): boolean {
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
