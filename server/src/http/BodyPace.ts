import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

import { ApiError } from '../errors/ApiError.ts';
import { hasUnreadBody } from './hasUnreadBody.ts';

/** How slowly a body may arrive. */
export interface BodyPatience {
  /** Milliseconds before anybody looks: a body that fits into a few packets is there by then, on the slowest network. */
  graceMs: number;
  /** Bytes that a body has to have, on the average, for every further second. */
  bytesPerSecond: number;
  /** How often it is looked at. */
  everyMs: number;
}

const PATIENCE: BodyPatience = { graceMs: 15_000, bytesPerSecond: 16 * 1024, everyMs: 1000 };

interface Arriving {
  request: IncomingMessage;
  since: number;
  socket: Socket;
  /** What had come over the connection when the body began. */
  bytesBefore: number;
}

/** Ends requests whose bodies drip: each of them holds a connection, and an upload one of few places. */
export class BodyPace {
  readonly #patience: BodyPatience;
  readonly #arriving = new Set<Arriving>();
  #looking: NodeJS.Timeout | undefined;

  constructor(patience: Partial<BodyPatience> = {}) {
    this.#patience = { ...PATIENCE, ...patience };
  }

  /** Watches a request until its body is there. */
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

  // Whoever reads the body answers with the error; when nobody reads it, there is nobody to answer.
  #end(request: IncomingMessage): void {
    const { bytesPerSecond } = this.#patience;
    const detail = `A body has to arrive with at least ${bytesPerSecond} bytes a second.`;
    if (request.listenerCount('error') === 0) request.destroy();
    else request.emit('error', new ApiError('body-too-slow', detail));
  }
}
