import { Button } from '@host/kit';
import { useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { PasswordField } from '../components/accounts/fields.tsx';
import { LinkPage } from '../components/accounts/LinkPage.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { passwordProblem } from '../components/accounts/accountProblems.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

/** Makes the account that a link was mailed for: whoever follows it enters the password that they chose. */
export function ConfirmAccountScreen({ navigation }: ScreenProps<'ConfirmAccount'>) {
  const { links } = useServices();
  const [password, setPassword] = useState('');
  const newLink = (
    <>
      <Button
        title="Create an account"
        onPress={() => navigation.replace('SignIn', { mode: 'sign-up' })}
      />
      <Button
        title="I have an account"
        variant="plain"
        onPress={() => navigation.replace('SignIn', { mode: 'sign-in' })}
      />
    </>
  );
  return (
    <LinkPage title="Confirm your account" newLink={newLink}>
      {(token) => (
        <AccountForm
          intro="Enter the password that you chose, and you are signed in."
          action="Confirm"
          problem={passwordProblem(password)}
          onSubmit={async () => {
            await links.confirmAccount(token, password);
            navigation.popTo('Home');
          }}
          newLink={newLink}
        >
          {(submit) => (
            <PasswordField value={password} onChangeText={setPassword} onSubmitEditing={submit} />
          )}
        </AccountForm>
      )}
    </LinkPage>
  );
}
