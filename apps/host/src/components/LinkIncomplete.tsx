import { EmptyState } from '@host/kit';
import type { ReactElement } from 'react';

/** What is shown where a link should have led, without its secret. */
export function LinkIncomplete({ action }: { action: ReactElement }) {
  return (
    <EmptyState
      icon="warning"
      title="The link is not whole"
      message="Open it from the mail again, or copy all of it."
      action={action}
    />
  );
}
