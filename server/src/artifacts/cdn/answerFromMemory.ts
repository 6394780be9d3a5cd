import type { EarlyAnswer } from '../../http/answerEarly.ts';
import type { MeasureRequest } from '../../http/metrics.ts';
import type { MemoryAnswers } from './MemoryAnswers.ts';

const PREFIX = '/cdn/';
const ROUTE = '/cdn/*';

/** Sends artifacts that are in memory. */
export function answerFromMemory(
  memoryAnswers: MemoryAnswers,
  measure: MeasureRequest,
): EarlyAnswer {
  return (request, response) => {
    if (!request.url?.startsWith(PREFIX)) return false;
    const bytes = memoryAnswers.send(request, response);
    if (bytes === undefined) return false;
    const finish = measure('GET', ROUTE);
    response.once('close', () => finish(200, bytes));
    return true;
  };
}
