import type { IncomingHttpHeaders } from 'node:http';

import { LIMITS } from '@host/contracts';

import { readBody } from '../protocol/readBody.ts';
import { invalidParameters } from '../protocol/Refusal.ts';
import type { Sender } from '../server-keys/Senders.ts';
import type { SendRequest } from './SendService.ts';

const KEY = new RegExp(`^[\\x21-\\x7e]{1,${LIMITS.idempotencyKeyLength}}$`);

/** Reads what a sender sent. Throws a Refusal for what cannot be read. */
export function readRequest(
  sender: Sender,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): SendRequest {
  const body = readBody(headers['content-type'], bytes);
  return { sender, body, bytes, idempotencyKey: keyIn(headers) };
}

function keyIn(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw invalidParameters(
    `the Idempotency-Key has 1 to ${LIMITS.idempotencyKeyLength} printable characters without spaces`,
  );
}
