import type { IncomingHttpHeaders } from 'node:http';

import type { Sender } from '../server-keys/Senders.ts';
import type { SendRequest } from './SendHandler.types.ts';

/** The parts of an HTTP request that sending its message needs. */
export function toSendRequest(
  sender: Sender,
  headers: IncomingHttpHeaders,
  bytes: Uint8Array,
  trace: string | undefined,
): SendRequest {
  return {
    sender,
    contentType: headers['content-type'],
    // Never an array: Node joins the values of a repeated header, except for a few names.
    idempotencyKey: headers['idempotency-key'] as string | undefined,
    bytes,
    trace,
  };
}
