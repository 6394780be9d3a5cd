import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

import { takeRequests } from './takeRequests.ts';

/** The answers of a server that are not sent whole yet, by connection. */
export class AnswersUnderWay {
  readonly #ofSocket = new WeakMap<Socket, Set<ServerResponse>>();

  /** Counts those to all requests from now on. Whatever else takes requests has to be there before: it may answer them. */
  countOn(server: Server): void {
    takeRequests(server, (next) => (request, response) => {
      const { socket } = request;
      const answers = this.#ofSocket.get(socket) ?? new Set();
      this.#ofSocket.set(socket, answers.add(response));
      // In front of those who wait for it and look again then.
      response.prependOnceListener('close', () => answers.delete(response));
      next(request, response);
    });
  }

  /** The first one of a connection. */
  of(socket: Socket): ServerResponse | undefined {
    return this.#ofSocket.get(socket)?.values().next().value;
  }
}
