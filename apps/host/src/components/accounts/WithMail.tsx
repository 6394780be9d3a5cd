import { EmptyState, ErrorState, Spinner } from '@host/kit';
import type { ReactNode } from 'react';

import { useSendsMail } from './useSendsMail.ts';

/** What takes a mail, where the server sends any; `without` says what to do where it does not. */
export function WithMail({ without, children }: { without: string; children: ReactNode }) {
  const { value: sendsMail, error, reload } = useSendsMail();
  if (sendsMail === true) return children;
  if (sendsMail === false) {
    return <EmptyState icon="mail" title="No mail is sent here" message={without} />;
  }
  if (error) return <ErrorState message="The server cannot be reached." onRetry={reload} />;
  return <Spinner label="Loading" />;
}
