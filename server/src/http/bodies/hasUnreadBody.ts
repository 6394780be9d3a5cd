import type { IncomingMessage } from 'node:http';

/** Whether a part of the body of a request has not arrived yet. */
export function hasUnreadBody({ headers, complete, readableEnded }: IncomingMessage): boolean {
  // `complete` is false at first, even for a request without a body.
  const isThereOne =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return isThereOne && !complete && !readableEnded;
}
