import { EventEmitter, once } from 'node:events';

import type { LiveMessage } from '@host/contracts';
import { WebSocket } from 'ws';

type Event = LiveMessage | { type: string; [field: string]: unknown };

/** A device for tests: a published WebSocket client that records what it receives. */
export class DeviceClient {
  readonly socket: WebSocket;
  readonly events: Event[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #changes = new EventEmitter();
  #acknowledges: boolean;

  constructor(
    url: string,
    key: string,
    options: { since?: number | undefined; acknowledges?: boolean; browser?: boolean } = {},
  ) {
    this.#acknowledges = options.acknowledges ?? true;
    const since = options.since === undefined ? '' : `?since=${options.since}`;
    const address = `${url.replace(/^http/, 'ws')}/v1/push/connect${since}`;
    // A browser cannot set headers.
    this.socket = options.browser
      ? new WebSocket(address, ['push.v1', `key.${key}`])
      : new WebSocket(address, ['push.v1'], { headers: { authorization: `Bearer ${key}` } });
    this.socket.on('message', (data: Buffer) => this.#take(data));
    this.closed = new Promise((resolve) => {
      this.socket.on('error', () => undefined);
      this.socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  get messages(): LiveMessage[] {
    return this.events.filter((event) => event.type === 'message') as LiveMessage[];
  }

  /** The server's first event. */
  async hello(): Promise<Event> {
    return this.until((events) => events.find(({ type }) => type === 'hello'));
  }

  /** Waits until so many messages have arrived. */
  async received(count: number): Promise<LiveMessage[]> {
    await this.until(() => this.messages.length >= count || undefined);
    return this.messages;
  }

  /** Waits until `find` finds something among the received events. */
  async until<Found>(find: (events: Event[]) => Found | undefined): Promise<Found> {
    for (;;) {
      const found = find(this.events);
      if (found !== undefined) return found;
      await Promise.race([once(this.#changes, 'change'), this.closed]);
      if (this.socket.readyState === WebSocket.CLOSED && find(this.events) === undefined) {
        const { code, reason } = await this.closed;
        throw new Error(`The connection was closed: ${code} ${reason}`);
      }
    }
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.socket.close();
    await once(this.socket, 'close');
  }

  #take(data: Buffer): void {
    const event = JSON.parse(data.toString()) as Event;
    this.events.push(event);
    if (event.type === 'message' && this.#acknowledges) {
      this.say({ type: 'ack', cursor: event['cursor' as never] });
    }
    this.#changes.emit('change');
  }
}
