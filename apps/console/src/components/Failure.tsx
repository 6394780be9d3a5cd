import { explainError } from '../errors/explainError.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

/** What could not be read, why, and a way to try again. */
export function Failure({
  what,
  error,
  retry,
}: {
  what: string;
  error: unknown;
  retry: () => void;
}) {
  const { text, requestId } = explainError(error);
  return (
    <Notice
      tone="bad"
      live
      title={`${what} could not be loaded`}
      action={<Button onClick={retry}>Try again</Button>}
    >
      {text}
      {requestId !== undefined && <> The request is {requestId} in the log.</>}
    </Notice>
  );
}
