import { EmptyState } from '@host/kit';
import { Fragment, type ReactElement, type ReactNode } from 'react';

import { useServices } from '../../services/AppServicesContext.ts';
import { useStore } from '../../common/useStore.ts';
import { Page } from '../Page.tsx';

interface LinkPageProps {
  title: string;
  /** How to get another link. */
  newLink: ReactElement;
  children: (token: string) => ReactNode;
}

/** A page that a link in a mail leads to. Another link that is followed while it is open starts it anew. */
export function LinkPage({ title, newLink, children }: LinkPageProps) {
  const token = useStore(useServices().links.token);
  return (
    <Page title={title} isNarrow>
      {token === undefined ? (
        <EmptyState
          icon="warning"
          title="The link is not whole"
          message="Open it from the mail again, copy all of it, or get a new one here."
          action={newLink}
        />
      ) : (
        <Fragment key={token}>{children(token)}</Fragment>
      )}
    </Page>
  );
}
