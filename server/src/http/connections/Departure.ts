import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { ApiError } from '../../errors/ApiError.ts';
import { takeRequests } from './takeRequests.ts';

/** Shorter than the two seconds for which nginx, as `deploy/nginx` has it, leaves a node alone that turned something away. */
const MAX_LEAVING_MS = 1500;
/** Nothing is brought any more. */
const QUIET_MS = 300;
const LOOK_EVERY_MS = 20;
const CAN_BE_REPEATED = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Whoever asks for these asks this node, not any. */
const OF_THIS_NODE = /^\/(health|ready|metrics)\b/;

/**
 * The end of a server, without an error for those who come by a proxy. While it drains, each answer is the last on its
 * connection: a proxy would send the next request on one that is being closed, and could not tell whether it was handled.
 * Then it turns away what can be repeated elsewhere, until the proxy brings nothing else, either.
 */
export class Departure {
  #phase: 'serving' | 'draining' | 'leaving' = 'serving';
  #broughtAt = 0;

  get hasBegun(): boolean {
    return this.#phase !== 'serving';
  }

  get isLeaving(): boolean {
    return this.#phase === 'leaving';
  }

  watch(server: Server): void {
    takeRequests(server, (route) => (request, response) => {
      if (this.hasBegun) response.setHeader('connection', 'close');
      if (!CAN_BE_REPEATED.has(request.method!)) this.#broughtAt = performance.now();
      route(request, response);
    });
  }

  /** Throws what a proxy asks another node after. */
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
    this.#broughtAt = Math.max(this.#broughtAt, began);
    for (let now = began; now < began + MAX_LEAVING_MS; now = performance.now()) {
      if (now - this.#broughtAt > QUIET_MS) return;
      await wait(LOOK_EVERY_MS);
    }
  }
}
