import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { ApiError } from '../../errors/ApiError.ts';
import { takeRequests } from './takeRequests.ts';

/** Shorter than the two seconds for which nginx, as configured in `deploy/nginx`, avoids a node after a 503. */
const MAX_LEAVING_MS = 1500;
/** After this long without a non-idempotent request, the proxy has stopped sending requests here. */
const QUIET_MS = 300;
const POLL_MS = 20;
const CAN_BE_REPEATED = new Set(['GET', 'HEAD', 'OPTIONS']);
/** These are about this node in particular: another node cannot answer them. */
const OF_THIS_NODE = /^\/(health|ready|metrics)\b/;

/**
 * Graceful shutdown behind a proxy. While the node drains, every answer closes its connection: otherwise the proxy could
 * send a request on a connection that is being closed, and could not tell whether it was handled. Then the node refuses
 * requests that the proxy can safely retry on another node, and waits until no others arrive.
 */
export class Departure {
  #phase: 'serving' | 'draining' | 'leaving' = 'serving';
  #lastWriteAt = 0;

  get hasBegun(): boolean {
    return this.#phase !== 'serving';
  }

  get isLeaving(): boolean {
    return this.#phase === 'leaving';
  }

  watch(server: Server): void {
    takeRequests(server, (route) => (request, response) => {
      if (this.hasBegun) response.setHeader('connection', 'close');
      if (!CAN_BE_REPEATED.has(request.method!)) this.#lastWriteAt = performance.now();
      route(request, response);
    });
  }

  /** Throws a 503, after which the proxy retries on another node, if the request is one that it may retry. */
  check(method: string, path: string): void {
    if (!this.isLeaving || !CAN_BE_REPEATED.has(method) || OF_THIS_NODE.test(path)) return;
    throw new ApiError('unavailable', 'This node is being stopped.', { retryAfterSeconds: 1 });
  }

  drain(): void {
    this.#phase = 'draining';
  }

  /** Resolves when the server can be closed. */
  async leave(): Promise<void> {
    this.#phase = 'leaving';
    const began = performance.now();
    this.#lastWriteAt = Math.max(this.#lastWriteAt, began);
    for (let now = began; now < began + MAX_LEAVING_MS; now = performance.now()) {
      if (now - this.#lastWriteAt > QUIET_MS) return;
      await wait(POLL_MS);
    }
  }
}
