import type { IncomingHttpHeaders } from 'node:http';

import type { Sender } from '../server-keys/Senders.ts';
import type { SentRequest } from './Sends.types.ts';

/** What is needed of a request to send its message. */
export function sentRequest(
  sender: Sender,
  headers: IncomingHttpHeaders,
  bytes: Uint8Array,
): SentRequest {
  return {
    sender,
    contentType: headers['content-type'],
    // Node joins a header that is repeated, unless it is one of its own list.
    idempotencyKey: headers['idempotency-key'] as string | undefined,
    bytes,
  };
}
