import type { IncomingMessage } from 'node:http';

import type { EarlyAnswer } from '../../../http/connections/answerEarly.ts';
import type { MeasureRequest } from '../../../http/metrics.ts';
import type { MemoryAnswers } from './MemoryAnswers.ts';

const PREFIX = '/cdn/';
const ROUTE = '/cdn/*';

/** Sends artifacts from memory to callers within their rate limit; Fastify refuses the others. */
export function answerFromMemory(
  memoryAnswers: MemoryAnswers,
  {
    measure,
    isAdmitted,
  }: { measure: MeasureRequest; isAdmitted: (request: IncomingMessage) => boolean },
): EarlyAnswer {
  return (request, response) => {
    if (!request.url?.startsWith(PREFIX)) return false;
    const found = memoryAnswers.find(request);
    if (!found || !isAdmitted(request)) return false;
    const bytes = memoryAnswers.send(found, request, response);
    const finish = measure('GET', ROUTE);
    response.once('close', () => finish(200, bytes));
    return true;
  };
}
