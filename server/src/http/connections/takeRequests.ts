import assert from 'node:assert/strict';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Puts a listener in front of the only one that a server has for requests. There has to be exactly one: with several,
 * requests would be answered twice.
 */
export function takeRequests(
  server: Server,
  listenerBefore: (next: RequestListener) => RequestListener,
): void {
  const listeners = server.listeners('request');
  const [next] = listeners;
  const count = listeners.length;
  assert(next && count === 1, `one listens to requests, not ${count}: it would be left out`);
  server.removeAllListeners('request');
  server.on('request', listenerBefore(next.bind(server) as RequestListener));
}
