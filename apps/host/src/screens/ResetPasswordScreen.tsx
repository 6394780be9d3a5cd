import { Button } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { type ReactElement, useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { PasswordField } from '../components/accounts/fields.tsx';
import { LinkPage } from '../components/accounts/LinkPage.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { newPasswordProblem } from '../components/accounts/accountProblems.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { ACCOUNTS } from '../messages/accounts.ts';
import { TITLES } from '../messages/titles.ts';

/** Sets a new password with the token of a mailed link. */
export function ResetPasswordScreen({ navigation }: ScreenProps<'ResetPassword'>) {
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const newLink = (
    <Button title={t('askNewLink')} onPress={() => navigation.replace('ForgotPassword')} />
  );
  return (
    <LinkPage title={titles('resetPassword')} newLink={newLink}>
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
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const [password, setPassword] = useState('');
  const [email, setEmail] = useState<string>();
  if (email !== undefined) {
    return (
      <Outcome
        icon="success"
        title={t('passwordChanged')}
        message={t('passwordReset', { email })}
        action={<Button title={titles('signIn')} onPress={onSignIn} />}
      />
    );
  }
  return (
    <AccountForm
      action={titles('changePassword')}
      problem={newPasswordProblem(password)}
      onSubmit={async () => setEmail(await links.resetPassword(token, password))}
      newLink={newLink}
    >
      {(submit) => (
        <PasswordField
          label={t('newPassword')}
          isNew
          value={password}
          onChangeText={setPassword}
          onSubmitEditing={submit}
        />
      )}
    </AccountForm>
  );
}
