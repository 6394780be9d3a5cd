import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { takeRequests } from './takeRequests.ts';

/** Tracks the responses of a server that are not completely sent yet, by connection. */
export class PendingAnswers {
  readonly #ofSocket = new WeakMap<Socket, Set<ServerResponse>>();

  /**
   * Tracks the responses to all requests from now on. Must be called after everything else that may answer requests is
   * set up.
   */
  countOn(server: Server): void {
    takeRequests(server, (next) => (request, response) => {
      const { socket } = request;
      const answers = this.#ofSocket.get(socket) ?? new Set();
      this.#ofSocket.set(socket, answers.add(response));
      // Prepended, since other listeners on `close` check the pending responses when they are called.
      response.prependOnceListener('close', () => answers.delete(response));
      next(request, response);
    });
  }

  /** The first pending response of a connection. */
  of(socket: Socket): ServerResponse | undefined {
    return this.#ofSocket.get(socket)?.values().next().value;
  }
}
