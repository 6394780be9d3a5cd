import { Button } from '@host/kit';
import { useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { newPasswordProblem, passwordProblem } from '../components/accounts/accountProblems.ts';
import { PasswordField } from '../components/accounts/fields.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { SignedIn } from '../components/accounts/SignedIn.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

/** Chooses another password, with the one that the person has. */
export function ChangePasswordScreen({ navigation }: ScreenProps<'ChangePassword'>) {
  return (
    <Page title="Change password" isNarrow>
      <SignedIn why="It is your own password that you change.">
        {(person) => <NewPassword key={person.id} onDone={() => navigation.popTo('Settings')} />}
      </SignedIn>
    </Page>
  );
}

function NewPassword({ onDone }: { onDone: () => void }) {
  const { security } = useServices();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <Outcome
        icon="success"
        title="Your password is changed"
        message="You stay signed in here, and are signed out everywhere else."
        action={<Button title="Settings" onPress={onDone} />}
      />
    );
  }
  return (
    <AccountForm
      intro="You are signed out everywhere else when you change it."
      action="Change password"
      problem={passwordProblem(current) ?? newPasswordProblem(next)}
      onSubmit={async () => {
        await security.changePassword(current, next);
        setDone(true);
      }}
    >
      {(submit) => (
        <>
          <PasswordField
            label="Current password"
            value={current}
            onChangeText={setCurrent}
            onSubmitEditing={submit}
          />
          <PasswordField
            label="New password"
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
