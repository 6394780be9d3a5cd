import { randomId } from '@host/contracts';

import type { PostOptions } from './Transport.types.ts';

/** Names a change, the same in all attempts to make it. */
export function idempotencyHeader(options: PostOptions | undefined): Record<string, string> {
  return { 'idempotency-key': options?.idempotencyKey ?? randomId() };
}
