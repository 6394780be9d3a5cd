import { Button, Card, Input, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useEffect, useRef, useState } from 'react';
import { View } from 'react-native';

import { EmailField, PasswordField } from '../components/accounts/fields.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { accountProblem } from '../components/accounts/accountProblems.ts';
import { ServerError } from '../common/ServerError.ts';
import { BRAND } from '../theme/brand.ts';
import { type Fields, type Problems, problemsIn, problemsOf } from './signInProblems.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { ACCOUNTS } from '../messages/accounts.ts';
import { HOME } from '../messages/home.ts';
import { TITLES } from '../messages/titles.ts';

const EMPTY: Fields = { name: '', email: '', password: '' };

/** Signs a person in or up. The result is reported to a mini-app that requested it. */
export function SignInScreen({ navigation, route }: ScreenProps<'SignIn'>) {
  const { space } = useTheme();
  const t = useMessages(ACCOUNTS);
  const titles = useMessages(TITLES);
  const home = useMessages(HOME);
  const mode = route.params?.mode ?? 'sign-in';
  const isNew = mode === 'sign-up';
  const title = titles(isNew ? 'signUp' : 'signIn');
  const form = useSignIn(isNew, () => {
    if (navigation.canGoBack()) navigation.goBack();
    else navigation.replace('Home');
  });
  useEffect(() => navigation.setOptions({ title }), [navigation, title]);

  if (form.mailedTo !== undefined) {
    return (
      <Page title={title} isNarrow>
        <Outcome
          icon="mail"
          title={t('lookIntoMail')}
          message={t('confirmMailed', { email: form.mailedTo })}
          action={<Button title={home('goHome')} onPress={() => navigation.popTo('Home')} />}
        />
      </Page>
    );
  }
  return (
    <Page title={title} isNarrow>
      <Text muted>{t(isNew ? 'signUpIntro' : 'signInIntro', { brand: BRAND.name })}</Text>
      <Card>
        <View style={{ gap: space(4) }}>
          {isNew ? <Input label={t('name')} autoComplete="name" {...form.field('name')} /> : null}
          <EmailField {...form.field('email')} />
          <PasswordField isNew={isNew} {...form.field('password')} />
          {form.problems.general === undefined ? null : (
            <View role="alert">
              <Text tone="danger">{t(...form.problems.general)}</Text>
            </View>
          )}
          <Button
            title={isNew ? t('createAccount') : title}
            loading={form.isSending}
            onPress={form.submit}
          />
        </View>
      </Card>
      {isNew ? null : (
        <Button
          title={t('forgot')}
          variant="plain"
          onPress={() => navigation.navigate('ForgotPassword')}
        />
      )}
      <Button
        title={isNew ? t('haveAccount') : titles('signUp')}
        variant="plain"
        onPress={() => {
          form.forgetProblems();
          navigation.setParams({ mode: isNew ? 'sign-in' : 'sign-up' });
        }}
      />
    </Page>
  );
}

function useSignIn(isNew: boolean, onDone: () => void) {
  const { session, logins, language } = useServices();
  const t = useMessages(ACCOUNTS);
  const [fields, setFields] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [isSending, setSending] = useState(false);
  const [mailedTo, setMailedTo] = useState<string>();
  const hasSignedIn = useRef(false);

  // Leaving without signing in is an answer, too.
  useEffect(() => () => logins.answerAll(hasSignedIn.current), [logins]);

  const send = async () => {
    const found = problemsIn(fields, isNew);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    const { name, email, password } = fields;
    try {
      if (isNew) {
        const account = {
          name: name.trim(),
          email: email.trim(),
          password,
          // E-mails about the account are in the language that it was created in.
          locale: language.current.get().locale,
        };
        if ((await session.signUp(account)) === 'mailed') {
          setMailedTo(account.email);
          return;
        }
      } else await session.signIn({ email: email.trim(), password });
      hasSignedIn.current = true;
      onDone();
    } catch (error) {
      setProblems(
        error instanceof ServerError ? problemsOf(error) : { general: accountProblem(error) },
      );
    } finally {
      setSending(false);
    }
  };
  const submit = () => void send();
  return {
    problems,
    isSending,
    mailedTo,
    submit,
    forgetProblems: () => setProblems({}),
    field: (name: keyof Fields) => ({
      value: fields[name],
      error: problems[name] && t(...problems[name]),
      onSubmitEditing: submit,
      // `blurOnSubmit: false` keeps keyboard users in the field after a validation error.
      blurOnSubmit: false,
      onChangeText: (text: string) => setFields((before) => ({ ...before, [name]: text })),
    }),
  };
}
