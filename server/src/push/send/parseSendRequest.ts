import { LIMITS } from '@host/contracts';

import { readBody } from '../protocol/readBody.ts';
import { invalidParameters } from '../protocol/Refusal.ts';
import type { ParsedSendRequest } from './SendService.ts';
import type { SendRequest } from './SendHandler.types.ts';

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyLength}}$`);

/** Parses the body of a send request. Throws a Refusal when it is malformed. */
export function parseSendRequest(request: SendRequest): ParsedSendRequest {
  const { sender, contentType, idempotencyKey, bytes, trace, asked } = request;
  const body = readBody(contentType, bytes);
  if (idempotencyKey !== undefined && !KEY.test(idempotencyKey)) {
    throw invalidParameters(
      `the Idempotency-Key has 1 to ${LIMITS.idempotencyKeyLength} printable characters without spaces`,
    );
  }
  return { sender, body, bytes, idempotencyKey, trace, asked };
}
