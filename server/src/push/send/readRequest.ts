import { LIMITS } from '@host/contracts';

import { readBody } from '../protocol/readBody.ts';
import { invalidParameters } from '../protocol/Refusal.ts';
import type { SendRequest } from './SendService.ts';
import type { SentRequest } from './Sends.types.ts';

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyLength}}$`);

/** Reads what a sender sent. Throws a Refusal for what cannot be read. */
export function readRequest(request: SentRequest): SendRequest {
  const { sender, contentType, idempotencyKey, bytes } = request;
  const body = readBody(contentType, bytes);
  if (idempotencyKey !== undefined && !KEY.test(idempotencyKey)) {
    throw invalidParameters(
      `the Idempotency-Key has 1 to ${LIMITS.idempotencyKeyLength} printable characters without spaces`,
    );
  }
  return { sender, body, bytes, idempotencyKey };
}
