import type { OpenSpan, Tracer } from '../../tracing/Tracer.ts';
import type { CommittedBatch, StoredMessage } from '../messages/Message.types.ts';
import { traceOf } from '../messages/tracedPayload.ts';
import type { Following } from './fan-out/FanOut.ts';

type Deliver = (messages: readonly StoredMessage[], following: Following) => Iterable<void>;

interface Delivery {
  span: OpenSpan;
  message: StoredMessage;
  devices: number;
}

/**
 * The spans of traced messages, from their commit to the sockets of devices: stored, published to the other nodes, received
 * from another node, delivered. A node without a device for a message records none.
 */
export class DeliveryTraces {
  readonly #tracer: Tracer;
  readonly #heard = new WeakMap<StoredMessage, OpenSpan>();
  readonly #deliveries = new Map<StoredMessage, Delivery>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** Records that this node has stored a batch on disk. */
  stored({ messages }: CommittedBatch): void {
    for (const message of messages) {
      const parent = traceOf(message);
      if (!parent) continue;
      const span = this.#tracer.begin('store message', 'internal', parent, message.sendAt);
      span.end({ ...idOf(message), 'push.messages_per_commit': messages.length });
    }
  }

  /** Begins the spans for publishing a batch to the other nodes, if any. Returns a function that ends them. */
  telling({ messages }: CommittedBatch): () => void {
    const spans = messages.flatMap((message) => {
      const parent = traceOf(message);
      return parent ? [{ message, span: this.#begin('tell nodes', 'producer', parent) }] : [];
    });
    return () => {
      for (const { message, span } of spans) span.end(idOf(message));
    };
  }

  /** Begins the spans for messages received from another node. */
  heard(messages: readonly StoredMessage[]): void {
    for (const message of messages) {
      const parent = traceOf(message);
      if (parent) this.#heard.set(message, this.#begin('hear of message', 'consumer', parent));
    }
  }

  /** Delivers messages to connected devices, and records how long that takes. */
  *delivering(
    deliver: Deliver,
    messages: readonly StoredMessage[],
    following: Following,
  ): Generator<void> {
    this.#enter(messages);
    const followed: Following = (isWanted) => {
      const more = following(isWanted);
      this.#enter(more);
      return more;
    };
    yield* deliver(messages, followed);
    for (const { message, span, devices } of this.#deliveries.values()) {
      if (devices > 0) span.end({ ...idOf(message), 'push.devices': devices });
    }
    this.#deliveries.clear();
  }

  /** Counts the devices to whose sockets messages were written. */
  written(messages: readonly StoredMessage[], devices: number): void {
    if (this.#deliveries.size === 0) return;
    for (const message of messages) {
      const delivery = this.#deliveries.get(message);
      if (!delivery) continue;
      if (delivery.devices === 0) this.#heard.get(message)?.end(idOf(message));
      delivery.devices += devices;
    }
  }

  #enter(messages: readonly StoredMessage[]): void {
    for (const message of messages) {
      const parent = traceOf(message);
      if (!parent) continue;
      const span = this.#begin('deliver message', 'producer', parent);
      this.#deliveries.set(message, { span, message, devices: 0 });
    }
  }

  #begin(...[name, kind, parent]: Parameters<Tracer['begin']>): OpenSpan {
    return this.#tracer.begin(name, kind, parent);
  }
}

const idOf = ({ id }: StoredMessage) => ({ 'messaging.message.id': String(id) });
