import type { DeviceAddress, OutgoingMessage, Outcome, Transport } from './Transport.types.ts';

/** A transport that delivers nowhere and records everything; `answer` decides the outcome of a send. */
export class MemoryTransport<Address extends DeviceAddress> implements Transport<Address> {
  readonly name: Address['transport'];
  readonly sent: { message: OutgoingMessage; address: Address }[] = [];
  answer: (message: OutgoingMessage, address: Address) => Outcome | Promise<Outcome> = () => ({
    kind: 'accepted',
  });
  #closed = false;

  constructor(name: Address['transport']) {
    this.name = name;
  }

  async send(message: OutgoingMessage, address: Address, signal?: AbortSignal): Promise<Outcome> {
    if (signal?.aborted) return { kind: 'aborted' };
    if (this.#closed) return { kind: 'retry', code: 'closed', scope: 'service' };
    this.sent.push({ message, address });
    return this.answer(message, address);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }
}
