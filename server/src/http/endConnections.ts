import type { Server } from 'node:http';

import { takeRequests } from './takeRequests.ts';

/**
 * While something holds, each answer is the last on its connection, and says so. A proxy that keeps connections would send the
 * next request on one that is being closed, and could not tell whether it was handled.
 */
export function endConnections(server: Server, isEnding: () => boolean): void {
  takeRequests(server, (route) => (request, response) => {
    if (isEnding()) response.setHeader('connection', 'close');
    route(request, response);
  });
}
