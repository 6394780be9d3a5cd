import { LIMITS } from '@host/contracts';
import type { FastifyError } from 'fastify';

import { ApiError } from '../../ApiError.ts';
import { type FcmAnswer, text } from './answers.ts';
import { isJsonType } from './readBody.ts';
import { Refusal } from './Refusal.ts';

/** What is said when a request failed, and whether that is a mistake of ours that the log has to know of. */
export interface Failure {
  answer: FcmAnswer;
  isUnexpected: boolean;
}

/** An error in the words of the protocol. */
export function failureAnswer(error: unknown, contentType: string | undefined): Failure {
  if (error instanceof Refusal) return expected(refusalAnswer(error));
  const { code } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return expected(text(413, `At most ${LIMITS.pushBodyBytes} bytes are accepted`));
  }
  if (error instanceof ApiError && error.status < 500) {
    return expected(text(400, `InvalidParameters: ${error.message}`));
  }
  const isUnexpected = !(error instanceof ApiError);
  // Plain text has no word for what is temporary.
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
