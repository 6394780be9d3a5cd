/**
 * Runs work until its caller's signal is aborted: then it rejects with the signal's reason, and aborts the work through its
 * controller.
 */
export async function whileWanted<Value>(
  caller: AbortSignal | undefined,
  work: (controller: AbortController) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const giveUp = () => controller.abort();
  caller?.addEventListener('abort', giveUp);
  if (caller?.aborted) giveUp();
  try {
    return await work(controller);
  } catch (error) {
    throw caller?.aborted ? caller.reason : error;
  } finally {
    caller?.removeEventListener('abort', giveUp);
  }
}
