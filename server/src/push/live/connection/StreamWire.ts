import type { ServerResponse } from 'node:http';

import type { LiveServerMessage } from '@host/contracts';

import type { Wire } from './Connection.ts';
import type { MessageBatch } from '../batches/MessageBatch.ts';

/** How long a device may take to read what is left, as with a WebSocket that is closed. */
const END_WITHIN_MS = 2000;

/** Writes a stream of events (text/event-stream), for where a WebSocket does not get through. */
export class StreamWire implements Wire {
  readonly hearsBack = false;
  readonly descriptor = -1;
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get bufferedBytes(): number {
    return this.#response.writableLength;
  }

  write(batch: MessageBatch): void {
    this.#response.write(batch.events);
  }

  sendEvent(event: LiveServerMessage): void {
    this.#response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  heartbeat(cursor: number | undefined): void {
    if (cursor === undefined) this.#response.write(': still here\n\n');
    else this.sendEvent({ type: 'heartbeat', cursor });
  }

  close(code: number, reason: string): void {
    if (this.#response.destroyed) return;
    const response = this.#response;
    this.sendEvent({ type: 'close', code, reason });
    response.end();
    // One that reads nothing would keep its connection, and with it a server that ends.
    setTimeout(() => response.destroy(), END_WITHIN_MS).unref();
  }
}
