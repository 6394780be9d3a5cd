import { LIMITS } from '@host/contracts';

const FORM = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyLength}}$`);

/** The error text for an invalid Idempotency-Key. */
export const IDEMPOTENCY_KEY_FORM = `Idempotency-Key is 1 to ${LIMITS.idempotencyKeyLength} printable characters without spaces`;

/** Whether a header is a valid Idempotency-Key, for any kind of request. */
export function isIdempotencyKey(header: unknown): header is string {
  return typeof header === 'string' && FORM.test(header);
}
