import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { hasUnreadBody } from './hasUnreadBody.ts';

/** Milliseconds that the rest of a refused body may take: what a slow connection needs to notice the answer. */
const MAX_DRAIN_MS = 5000;
/** Bytes of a refused body that are poured away: more than clients have under way when the answer reaches them. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;

/**
 * Lets a sender that is refused in the middle of its body hear why; call it before the answer is written. A connection
 * that is closed at once answers the bytes under way with a reset, and with it many clients lose the answer. So the rest is
 * poured away, up to some time and some bytes.
 */
export function drainRefusedBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasUnreadBody(request)) return;
  response.removeHeader('connection');
  // Not that of the request, which has none any more when reading it was given up. An injected one has no real one.
  const { socket } = response;
  if (!(socket instanceof Socket)) return;
  response.once('finish', () => {
    if (!hasUnreadBody(request)) return;
    const most = socket.bytesRead + MAX_DRAIN_BYTES;
    const cutOff = setTimeout(() => socket.destroy(), MAX_DRAIN_MS);
    const stop = () => clearTimeout(cutOff);
    request.once('end', stop);
    socket.once('close', stop);
    request.on('data', () => void (socket.bytesRead > most && socket.destroy()));
    request.resume();
  });
}
