import { Button, Card, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import type { ReactElement, ReactNode } from 'react';
import { View } from 'react-native';

import type { ProblemText } from './accountProblems.ts';
import { useSubmit } from './useSubmit.ts';
import { Outcome } from './Outcome.tsx';
import { ACCOUNTS } from '../../messages/accounts.ts';

interface AccountFormProps {
  /** Text above the fields. */
  intro?: string;
  /** The fields; the last one calls `submit` on Enter. */
  children: (submit: () => void) => ReactNode;
  action: string;
  /** A validation problem that was found before anything is sent. */
  problem?: ProblemText | undefined;
  onSubmit: () => Promise<void>;
  /** How to request a new link, for forms that are submitted with the token of one. */
  newLink?: ReactElement;
}

/** A short account form: its fields, the error, and the submit button. */
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
