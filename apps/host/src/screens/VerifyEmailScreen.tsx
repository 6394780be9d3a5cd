import { Button, EmptyState, Text } from '@host/kit';
import { useState } from 'react';

import { FormCard } from '../components/FormCard.tsx';
import { LinkIncomplete } from '../components/LinkIncomplete.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../services/useStore.ts';
import { linkProblem } from './linkProblems.ts';
import type { ScreenProps } from './ScreenProps.types.ts';
import { useSubmit } from './useSubmit.ts';

/** Verifies an e-mail address with a link, for the person who is signed in. */
export function VerifyEmailScreen({ navigation }: ScreenProps<'VerifyEmail'>) {
  const { links, session } = useServices();
  const { token } = links;
  const { person } = useStore(session.state);
  const [isDone, setDone] = useState(false);
  const form = useSubmit(linkProblem);
  const settings = <Button title="Settings" onPress={() => navigation.replace('Settings')} />;

  if (isDone) {
    return (
      <Page title="Your address is verified" isNarrow>
        <EmptyState
          icon="success"
          title="Your address is verified"
          message={`${person?.email ?? 'The address'} is yours.`}
          action={settings}
        />
      </Page>
    );
  }
  if (token === undefined) {
    return (
      <Page title="Verify your address" isNarrow>
        <LinkIncomplete action={settings} />
      </Page>
    );
  }
  if (!person) {
    return (
      <Page title="Verify your address" isNarrow>
        <EmptyState
          icon="person"
          title="Sign in first"
          message="The link works for the person who asked for it."
          action={<Button title="Sign in" onPress={() => navigation.navigate('SignIn', {})} />}
        />
      </Page>
    );
  }
  return (
    <Page title="Verify your address" isNarrow>
      <FormCard
        action="Verify"
        problem={form.problem}
        isSending={form.isSending}
        onSubmit={() =>
          void form.submit(async () => {
            await links.confirmEmail(token);
            setDone(true);
          })
        }
      >
        <Text>{`Use this address for your account, ${person.name}?`}</Text>
      </FormCard>
    </Page>
  );
}
