import { Button } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';

import { AccountForm } from '../components/accounts/AccountForm.tsx';
import { PasswordField } from '../components/accounts/fields.tsx';
import { LinkPage } from '../components/accounts/LinkPage.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { passwordProblem } from '../components/accounts/accountProblems.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { ACCOUNTS } from '../messages/accounts.ts';
import { TITLES } from '../messages/titles.ts';

/** Creates the account that a link was mailed for; the person enters the password that they chose when signing up. */
export function ConfirmAccountScreen({ navigation }: ScreenProps<'ConfirmAccount'>) {
  const { links } = useServices();
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const [password, setPassword] = useState('');
  const newLink = (
    <>
      <Button
        title={titles('signUp')}
        onPress={() => navigation.replace('SignIn', { mode: 'sign-up' })}
      />
      <Button
        title={t('haveAccount')}
        variant="plain"
        onPress={() => navigation.replace('SignIn', { mode: 'sign-in' })}
      />
    </>
  );
  return (
    <LinkPage title={titles('confirmAccount')} newLink={newLink}>
      {(token) => (
        <AccountForm
          intro={t('confirmIntro')}
          action={t('confirm')}
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
