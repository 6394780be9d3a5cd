import type { IncomingMessage } from 'node:http';

/** Whether a part of the body of a request has not arrived yet. */
export function hasUnreadBody({ headers, complete, readableEnded }: IncomingMessage): boolean {
  // A request without a body is complete only after its head was handed out.
  const isThereOne =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return isThereOne && !complete && !readableEnded;
}
