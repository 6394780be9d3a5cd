import { Button, Card, Input, Text, useTheme } from '@host/kit';
import { useEffect, useRef, useState } from 'react';
import { View } from 'react-native';

import { EmailField, PasswordField } from '../components/accounts/fields.tsx';
import { Outcome } from '../components/accounts/Outcome.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { ServerError } from '../common/ServerError.ts';
import { BRAND } from '../theme/brand.ts';
import { type Fields, type Problems, problemsIn, problemsOf } from './signInProblems.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

const EMPTY: Fields = { name: '', email: '', password: '' };

/** Signs a person in, or makes them an account. A mini-app that asked for it hears how it ended. */
export function SignInScreen({ navigation, route }: ScreenProps<'SignIn'>) {
  const { space } = useTheme();
  const mode = route.params?.mode ?? 'sign-in';
  const isNew = mode === 'sign-up';
  const form = useSignIn(isNew, () => {
    if (navigation.canGoBack()) navigation.goBack();
    else navigation.replace('Home');
  });
  useEffect(
    () => navigation.setOptions({ title: isNew ? 'Create an account' : 'Sign in' }),
    [navigation, isNew],
  );

  if (form.mailedTo !== undefined) {
    return (
      <Page title="Create an account" isNarrow>
        <Outcome
          icon="mail"
          title="Look into your mail"
          message={`A link to ${form.mailedTo} is on its way. Follow it to confirm your account.`}
          action={<Button title="Go home" onPress={() => navigation.popTo('Home')} />}
        />
      </Page>
    );
  }
  return (
    <Page title={isNew ? 'Create an account' : 'Sign in'} isNarrow>
      <Text muted>
        {isNew
          ? `One account for every service in ${BRAND.name}. Each service knows you under another id.`
          : `Sign in once, for every service in ${BRAND.name}.`}
      </Text>
      <Card>
        <View style={{ gap: space(4) }}>
          {isNew ? <Input label="Name" autoComplete="name" {...form.field('name')} /> : null}
          <EmailField {...form.field('email')} />
          <PasswordField isNew={isNew} {...form.field('password')} />
          {form.problems.general === undefined ? null : (
            <View role="alert">
              <Text tone="danger">{form.problems.general}</Text>
            </View>
          )}
          <Button
            title={isNew ? 'Create account' : 'Sign in'}
            loading={form.isSending}
            onPress={form.submit}
          />
        </View>
      </Card>
      {isNew ? null : (
        <Button
          title="Forgot password?"
          variant="plain"
          onPress={() => navigation.navigate('ForgotPassword')}
        />
      )}
      <Button
        title={isNew ? 'I have an account' : 'Create an account'}
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
  const { session, logins } = useServices();
  const [fields, setFields] = useState(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [isSending, setSending] = useState(false);
  const [mailedTo, setMailedTo] = useState<string>();
  const hasSignedIn = useRef(false);

  // Whoever leaves without signing in has answered, too.
  useEffect(() => () => logins.answerAll(hasSignedIn.current), [logins]);

  const send = async () => {
    const found = problemsIn(fields, isNew);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setSending(true);
    const { name, email, password } = fields;
    try {
      if (isNew) {
        const account = { name: name.trim(), email: email.trim(), password };
        if ((await session.signUp(account)) === 'mailed') {
          setMailedTo(account.email);
          return;
        }
      } else await session.signIn({ email: email.trim(), password });
      hasSignedIn.current = true;
      onDone();
    } catch (error) {
      setProblems(error instanceof ServerError ? problemsOf(error) : { general: String(error) });
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
      error: problems[name],
      onSubmitEditing: submit,
      // Whoever works with the keyboard stays in the field when something was wrong.
      blurOnSubmit: false,
      onChangeText: (text: string) => setFields((before) => ({ ...before, [name]: text })),
    }),
  };
}
