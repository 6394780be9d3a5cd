import { useState } from 'react';

import { ServerError } from '../../common/ServerError.ts';
import { accountProblem } from './accountProblems.ts';

/** What went wrong, in words and by the server's code. */
interface Problem {
  text: string;
  code?: string;
}

/** Sends a form once at a time, and says what went wrong. */
export function useSubmit() {
  const [problem, setProblem] = useState<Problem>();
  const [isSending, setSending] = useState(false);
  const submit = async (send: () => Promise<void>) => {
    setSending(true);
    setProblem(undefined);
    try {
      await send();
    } catch (error) {
      setProblem(
        error instanceof ServerError
          ? { text: accountProblem(error), code: error.code }
          : { text: String(error) },
      );
    } finally {
      setSending(false);
    }
  };
  return { problem, isSending, setProblem, submit };
}
