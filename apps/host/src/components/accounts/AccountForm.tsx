import { Button, Card, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import type { ReactElement, ReactNode } from 'react';
import { View } from 'react-native';

import type { ProblemText } from './accountProblems.ts';
import { useSubmit } from './useSubmit.ts';
import { Outcome } from './Outcome.tsx';
import { ACCOUNTS } from '../../messages/accounts.ts';

interface AccountFormProps {
  /** What stands above the fields. */
  intro?: string;
  /** The fields; the key that ends the input sends the form. */
  children: (submit: () => void) => ReactNode;
  action: string;
  /** What is wrong before anything is sent. */
  problem?: ProblemText | undefined;
  onSubmit: () => Promise<void>;
  /** How to get another link, for forms that are sent with one. */
  newLink?: ReactElement;
}

/** A short form about an account: its fields, what went wrong, and the button that sends it. */
export function AccountForm(props: AccountFormProps) {
  const { intro, children, action, problem, onSubmit, newLink } = props;
  const { space } = useTheme();
  const t = useMessages(ACCOUNTS);
  const form = useSubmit();
  const submit = () => {
    if (problem === undefined) void form.submit(onSubmit);
    else form.setProblem(problem);
  };
  if (newLink && form.code === 'link-invalid') {
    return (
      <Outcome
        icon="warning"
        title={t('linkEnded')}
        message={t('linkEndedHint')}
        action={newLink}
      />
    );
  }
  return (
    <>
      {intro === undefined ? null : <Text muted>{intro}</Text>}
      <Card>
        <View style={{ gap: space(4) }}>
          {children(submit)}
          {form.problem === undefined ? null : (
            <View role="alert">
              <Text tone="danger">{t(...form.problem)}</Text>
            </View>
          )}
          <Button title={action} loading={form.isSending} onPress={submit} />
        </View>
      </Card>
    </>
  );
}
