import { useState } from 'react';

import { ServerError } from '../services/ServerError.ts';

/** Sends a form once at a time, and says what went wrong. */
export function useSubmit(describe: (error: ServerError) => string = (error) => error.message) {
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const submit = async (send: () => Promise<void>) => {
    setSending(true);
    setProblem(undefined);
    try {
      await send();
    } catch (error) {
      setProblem(error instanceof ServerError ? describe(error) : String(error));
    } finally {
      setSending(false);
    }
  };
  return { problem, isSending, setProblem, submit };
}
