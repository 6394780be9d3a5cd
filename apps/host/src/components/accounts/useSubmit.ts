import { useState } from 'react';

import { ServerError } from '../../common/ServerError.ts';
import { type ProblemText, accountProblem } from './accountProblems.ts';

/** Submits a form, one submission at a time, and holds the error: its text and the server's code. */
export function useSubmit() {
  const [problem, setProblem] = useState<ProblemText>();
  const [code, setCode] = useState<string>();
  const [isSending, setSending] = useState(false);
  const submit = async (send: () => Promise<void>) => {
    setSending(true);
    setProblem(undefined);
    setCode(undefined);
    try {
      await send();
    } catch (error) {
      setProblem(accountProblem(error));
      if (error instanceof ServerError) setCode(error.code);
    } finally {
      setSending(false);
    }
  };
  return { problem, code, isSending, setProblem, submit };
}
