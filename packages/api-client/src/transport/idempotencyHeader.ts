import { randomId } from '@host/contracts';

import type { PostOptions } from './Transport.types.ts';

/** The Idempotency-Key of a change, the same for all attempts. */
export function idempotencyHeader(options: PostOptions | undefined): Record<string, string> {
  return { 'idempotency-key': options?.idempotencyKey ?? randomId() };
}
