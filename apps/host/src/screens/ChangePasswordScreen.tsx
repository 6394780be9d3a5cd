import { Button } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { newPasswordProblem, passwordProblem } from '../components/accounts/accountProblems.ts';
import { PasswordField } from '../components/accounts/fields.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { SignedIn } from '../components/accounts/SignedIn.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { ACCOUNTS } from '../messages/accounts.ts';
import { TITLES } from '../messages/titles.ts';

/** Changes the password; requires the current one. */
export function ChangePasswordScreen({ navigation }: ScreenProps<'ChangePassword'>) {
  const t = useMessages(ACCOUNTS);
  const title = useMessages(TITLES)('changePassword');
  return (
    <Page title={title} isNarrow>
      <SignedIn why={t('whyPassword')}>
        {(person) => <NewPassword key={person.id} onDone={() => navigation.popTo('Settings')} />}
      </SignedIn>
    </Page>
  );
}

function NewPassword({ onDone }: { onDone: () => void }) {
  const { security } = useServices();
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <Outcome
        icon="success"
        title={t('passwordChanged')}
        message={t('passwordChangedHere')}
        action={<Button title={titles('settings')} onPress={onDone} />}
      />
    );
  }
  return (
    <AccountForm
      intro={t('passwordIntro')}
      action={titles('changePassword')}
      problem={passwordProblem(current) ?? newPasswordProblem(next)}
      onSubmit={async () => {
        await security.changePassword(current, next);
        setDone(true);
      }}
    >
      {(submit) => (
        <>
          <PasswordField
            label={t('currentPassword')}
            value={current}
            onChangeText={setCurrent}
            onSubmitEditing={submit}
          />
          <PasswordField
            label={t('newPassword')}
            isNew
            value={next}
            onChangeText={setNext}
            onSubmitEditing={submit}
          />
        </>
      )}
    </AccountForm>
  );
}
