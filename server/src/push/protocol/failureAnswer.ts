import { LIMITS } from '@host/contracts';

import { toApiError } from '../../http/toApiError.ts';
import { type FcmAnswer, text } from './answers.ts';
import { isJsonType } from './readBody.ts';
import { Refusal } from './Refusal.ts';

/** The answer to a failed request, and whether it was an internal error, for the log. */
export interface Failure {
  answer: FcmAnswer;
  isUnexpected: boolean;
}

/** An error as an answer of the FCM protocol. */
export function failureAnswer(error: unknown, contentType: string | undefined): Failure {
  if (error instanceof Refusal) return expected(refusalAnswer(error));
  const known = toApiError(error);
  if (known?.code === 'body-too-large') {
    return expected(text(413, `At most ${LIMITS.pushBodyBytes} bytes are accepted`));
  }
  // The sender may send the same again later, or without an Idempotency-Key.
  if (known?.code === 'quota-exceeded') return expected(text(429, known.message));
  if (known && known.status < 500) {
    return expected(text(400, `InvalidParameters: ${known.message}`));
  }
  const isUnexpected = !known;
  // Plain text has no error code for temporary failures.
  const answer =
    !isUnexpected && isJsonType(contentType)
      ? text(503, 'Unavailable')
      : text(500, 'InternalServerError');
  return { answer, isUnexpected };
}

function expected(answer: FcmAnswer): Failure {
  return { answer, isUnexpected: false };
}

function refusalAnswer({ reason }: Refusal): FcmAnswer {
  return 'word' in reason ? text(400, reason.word) : text(reason.status, reason.text);
}
