import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import { ApiError } from '../../errors/ApiError.ts';
import { hasUnreadBody } from './hasUnreadBody.ts';

/** How slowly a body may arrive. */
export interface BodyPatience {
  /** Milliseconds before the pace is checked: by then, a body of a few packets has arrived on the slowest network. */
  graceMs: number;
  /** Bytes that have to arrive for every further second, on average. */
  bytesPerSecond: number;
  /** How often the pace is checked. */
  everyMs: number;
}

const PATIENCE: BodyPatience = { graceMs: 15_000, bytesPerSecond: 16 * 1024, everyMs: 1000 };

interface Arriving {
  request: IncomingMessage;
  since: number;
  socket: Socket;
  /** Bytes of the connection before the body began. */
  bytesBefore: number;
}

/** Ends requests whose bodies arrive too slowly: each of them holds a connection, and an upload one of few slots. */
export class BodyPace {
  readonly #patience: BodyPatience;
  readonly #arriving = new Set<Arriving>();
  #looking: NodeJS.Timeout | undefined;

  constructor(patience: Partial<BodyPatience> = {}) {
    this.#patience = { ...PATIENCE, ...patience };
  }

  /** Watches a request until its body is complete. */
  watch(request: IncomingMessage): void {
    if (!hasUnreadBody(request)) return;
    const { socket } = request;
    const since = performance.now();
    this.#arriving.add({ request, socket, since, bytesBefore: socket.bytesRead });
    this.#looking ??= setInterval(() => this.#look(), this.#patience.everyMs).unref();
  }

  close(): void {
    clearInterval(this.#looking);
  }

  #look(): void {
    const now = performance.now();
    for (const arriving of this.#arriving) {
      const { request } = arriving;
      const isOver = request.destroyed || !hasUnreadBody(request);
      if (!isOver && !this.#isTooSlow(arriving, now)) continue;
      this.#arriving.delete(arriving);
      if (!isOver) this.#end(request);
    }
    if (this.#arriving.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #isTooSlow({ socket, since, bytesBefore }: Arriving, now: number): boolean {
    const { graceMs, bytesPerSecond } = this.#patience;
    const seconds = (now - since - graceMs) / 1000;
    return seconds > 0 && socket.bytesRead - bytesBefore < seconds * bytesPerSecond;
  }

  // The reader of the body answers with this error.
  #end(request: IncomingMessage): void {
    const { bytesPerSecond } = this.#patience;
    const detail = `A body has to arrive with at least ${bytesPerSecond} bytes a second.`;
    if (request.listenerCount('error') === 0) request.destroy();
    else request.emit('error', new ApiError('body-too-slow', detail));
  }
}
