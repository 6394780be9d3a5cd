import { ApiClientError } from '@host/api-client';
import { useMutation } from '@tanstack/react-query';

import { type Explained, explainError } from '../errors/explainError.ts';
import { useServices } from '../services/ServicesContext.ts';

interface ActionOptions<Input, Output> {
  run: (input: Input) => Promise<Output>;
  /** What is said once it is done. */
  said?: (output: Output, input: Input) => string;
  onDone?: (output: Output, input: Input) => void;
  onFailed?: (problem: Explained) => void;
  /** The fields of the form, so that what is wrong with one stands there. */
  fields?: readonly string[];
  /** The field that a refusal as a whole is about, by its code. */
  codes?: Readonly<Record<string, string>>;
  /** What is said when the answer was lost: whether it was done is not known then. */
  whenLost?: string;
}

/** Nobody knows whether it was done, and doing it twice may not be what was meant. */
const MAY_BE_DONE =
  'What you entered is still here. It may have been done all the same: look before you try again.';

/** A change that somebody asked for. */
export interface Action<Input> {
  run: (input: Input) => void;
  busy: boolean;
  problem: Explained | undefined;
  /** Forgets what went wrong. */
  reset: () => void;
}

/** Makes a change, says that it is done, and reads anew whatever is shown. */
export function useAction<Input, Output>(options: ActionOptions<Input, Output>): Action<Input> {
  const { queries, toasts } = useServices();
  const explain = (failure: unknown) => {
    const { fields, codes, whenLost = MAY_BE_DONE } = options;
    return explainError(failure, { fields, codes, whenLost });
  };
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: options.run,
    onSuccess: (output, input) => {
      void queries.invalidateQueries();
      if (options.said) toasts.say(options.said(output, input));
      options.onDone?.(output, input);
    },
    onError: async (failure) => {
      // Somebody else was quicker: before that is said, what is there now is read.
      if (failure instanceof ApiClientError && failure.status === 409) {
        await queries.invalidateQueries();
      }
      options.onFailed?.(explain(failure));
    },
  });
  return {
    run: mutate,
    busy: isPending,
    problem: error === null ? undefined : explain(error),
    reset,
  };
}
