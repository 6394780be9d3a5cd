import { EmptyState } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { Fragment, type ReactElement, type ReactNode } from 'react';

import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';
import { Page } from '../Page.tsx';
import { ACCOUNTS } from '../../messages/accounts.ts';

interface LinkPageProps {
  title: string;
  /** How to request a new link. */
  newLink: ReactElement;
  children: (token: string) => ReactNode;
}

/** A page that a link in an e-mail opens. Following another link while it is open resets it. */
export function LinkPage({ title, newLink, children }: LinkPageProps) {
  const t = useMessages(ACCOUNTS);
  const token = useStore(useServices().links.token);
  return (
    <Page title={title} isNarrow>
      {token === undefined ? (
        <EmptyState
          icon="warning"
          title={t('linkNotWhole')}
          message={t('linkNotWholeHint')}
          action={newLink}
        />
      ) : (
        <Fragment key={token}>{children(token)}</Fragment>
      )}
    </Page>
  );
}
