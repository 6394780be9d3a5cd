import { ApiClientError } from '@host/api-client';
import { useMutation } from '@tanstack/react-query';

import { type Explained, explainError } from '../errors/explainError.ts';
import { useServices } from '../services/ServicesContext.ts';

interface ActionOptions<Input, Output> {
  run: (input: Input) => Promise<Output>;
  /** What is said once it is done. */
  said?: (output: Output, input: Input) => string;
  onDone?: (output: Output, input: Input) => void;
  /** The fields of the form, so that what is wrong with one stands there. */
  fields?: readonly string[];
}

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
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: options.run,
    onSuccess: (output, input) => {
      void queries.invalidateQueries();
      if (options.said) toasts.say(options.said(output, input));
      options.onDone?.(output, input);
    },
    // Somebody else was quicker: before that is said, what is there now is read.
    onError: (failure) => {
      if (!(failure instanceof ApiClientError) || failure.status !== 409) return undefined;
      return queries.invalidateQueries();
    },
  });
  return {
    run: mutate,
    busy: isPending,
    problem: error === null ? undefined : explainError(error, options.fields),
    reset,
  };
}
