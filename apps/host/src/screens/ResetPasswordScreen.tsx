import { Button } from '@host/kit';
import { type ReactElement, useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { PasswordField } from '../components/accounts/fields.tsx';
import { LinkPage } from '../components/accounts/LinkPage.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { newPasswordProblem } from '../components/accounts/accountProblems.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

/** Chooses a new password with a link. */
export function ResetPasswordScreen({ navigation }: ScreenProps<'ResetPassword'>) {
  const newLink = (
    <Button title="Ask for a new link" onPress={() => navigation.replace('ForgotPassword')} />
  );
  return (
    <LinkPage title="Choose a new password" newLink={newLink}>
      {(token) => (
        <NewPassword
          token={token}
          newLink={newLink}
          onSignIn={() => navigation.replace('SignIn', undefined)}
        />
      )}
    </LinkPage>
  );
}

interface NewPasswordProps {
  token: string;
  newLink: ReactElement;
  onSignIn: () => void;
}

function NewPassword({ token, newLink, onSignIn }: NewPasswordProps) {
  const { links } = useServices();
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState<string>();
  if (email !== undefined) {
    return (
      <Outcome
        icon="success"
        title="Your password is changed"
        message={`You are signed out everywhere. Sign in with ${email} and the new password.`}
        action={<Button title="Sign in" onPress={onSignIn} />}
      />
    );
  }
  return (
    <AccountForm
      action="Change password"
      problem={newPasswordProblem(password)}
      onSubmit={async () => setEmail(await links.resetPassword(token, password))}
      newLink={newLink}
    >
      {(submit) => (
        <PasswordField
          label="New password"
          isNew
          value={password}
          onChangeText={setPassword}
          onSubmitEditing={submit}
        />
      )}
    </AccountForm>
  );
}
