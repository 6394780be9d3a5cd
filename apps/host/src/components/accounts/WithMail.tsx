import { EmptyState, ErrorState, Spinner } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import type { ReactNode } from 'react';

import { useSendsMail } from './useSendsMail.ts';
import { ACCOUNTS } from '../../messages/accounts.ts';

/** Renders its children if the server sends e-mail; otherwise shows `without`, which says what to do instead. */
export function WithMail({ without, children }: { without: string; children: ReactNode }) {
  const t = useMessages(ACCOUNTS);
  const { value: sendsMail, error, reload } = useSendsMail();
  if (sendsMail === true) return children;
  if (sendsMail === false) {
    return <EmptyState icon="mail" title={t('noMail')} message={without} />;
  }
  if (error) return <ErrorState message={t('unreachable')} onRetry={reload} />;
  return <Spinner />;
}
