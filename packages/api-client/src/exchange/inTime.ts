import { NoAnswerError } from './NoAnswerError.ts';

/** Runs work that observes the signal of a controller, and aborts it after a timeout. */
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
