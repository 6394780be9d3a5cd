import { IDEMPOTENCY_KEY_FORM, isIdempotencyKey } from '../../http/headers/idempotencyKey.ts';
import { readBody } from '../protocol/readBody.ts';
import { invalidParameters } from '../protocol/Refusal.ts';
import type { ParsedSendRequest } from './SendService.ts';
import type { SendRequest } from './SendHandler.types.ts';

/** Parses the body of a send request. Throws a Refusal when it is malformed. */
export function parseSendRequest(request: SendRequest): ParsedSendRequest {
  const { sender, contentType, idempotencyKey, bytes, trace, asked } = request;
  const body = readBody(contentType, bytes);
  if (idempotencyKey !== undefined && !isIdempotencyKey(idempotencyKey)) {
    throw invalidParameters(IDEMPOTENCY_KEY_FORM);
  }
  return { sender, body, bytes, idempotencyKey, trace, asked };
}
