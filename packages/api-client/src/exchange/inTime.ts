import { NoAnswerError } from './NoAnswerError.ts';

/** Does work that heeds the signal of a controller, which ends it after a time if nobody else does before. */
export async function inTime<Value>(
  timeoutMs: number,
  controller: AbortController,
  work: () => Promise<Value>,
): Promise<Value> {
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await work();
  } catch (error) {
    throw controller.signal.aborted ? new NoAnswerError('timeout', error) : error;
  } finally {
    clearTimeout(timer);
  }
}
