import { useMessages } from '@host/kit/messages';

import { Page } from '../components/Page.tsx';
import { SessionCards } from '../components/accounts/SessionCards.tsx';
import { SignedIn } from '../components/accounts/SignedIn.tsx';
import { ACCOUNTS } from '../messages/accounts.ts';
import { TITLES } from '../messages/titles.ts';

/** The person's sessions, with buttons to end them. */
export function SessionsScreen() {
  const t = useMessages(ACCOUNTS);
  const title = useMessages(TITLES)('sessions');
  return (
    <Page title={title} isNarrow>
      <SignedIn why={t('whySessions')}>{(person) => <SessionCards key={person.id} />}</SignedIn>
    </Page>
  );
}
