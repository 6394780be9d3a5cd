import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

import { hasUnreadBody } from './hasUnreadBody.ts';

/** Milliseconds for which the rest of a refused body is drained: what a slow client needs to notice the answer. */
const MAX_DRAIN_MS = 5000;
/** Bytes of a refused body that are drained: more than clients have in flight when the answer reaches them. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;

/**
 * Lets a client that is refused in the middle of its body read the answer; to be called before the answer is written.
 * Closing the connection at once would reset it because of bytes in flight, and many clients lose the answer then. So the
 * rest is read and discarded, within limits of time and bytes.
 */
export function drainRefusedBody(request: IncomingMessage, response: ServerResponse): void {
  if (!hasUnreadBody(request)) return;
  response.removeHeader('connection');
  // Not the request's, which is gone when reading it was aborted. Injected requests have no real socket.
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
