import { Page } from '../components/Page.tsx';
import { SessionCards } from '../components/accounts/SessionCards.tsx';
import { SignedIn } from '../components/accounts/SignedIn.tsx';

/** Where the person is signed in, and signing out there. */
export function SessionsScreen() {
  return (
    <Page title="Where you are signed in" isNarrow>
      <SignedIn why="They are your own sessions that are listed here.">
        {(person) => <SessionCards key={person.id} />}
      </SignedIn>
    </Page>
  );
}
