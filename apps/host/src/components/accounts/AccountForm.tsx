import { Button, Card, Text, useTheme } from '@host/kit';
import type { ReactElement, ReactNode } from 'react';
import { View } from 'react-native';

import { useSubmit } from './useSubmit.ts';
import { Outcome } from './Outcome.tsx';

interface AccountFormProps {
  /** What stands above the fields. */
  intro?: string;
  /** The fields; the key that ends the input sends the form. */
  children: (submit: () => void) => ReactNode;
  action: string;
  /** What is wrong before anything is sent. */
  problem?: string | undefined;
  onSubmit: () => Promise<void>;
  /** How to get another link, for forms that are sent with one. */
  newLink?: ReactElement;
}

/** A short form about an account: its fields, what went wrong, and the button that sends it. */
export function AccountForm(props: AccountFormProps) {
  const { intro, children, action, problem, onSubmit, newLink } = props;
  const { space } = useTheme();
  const form = useSubmit();
  const submit = () => {
    if (problem === undefined) void form.submit(onSubmit);
    else form.setProblem({ text: problem });
  };
  if (newLink && form.problem?.code === 'link-invalid') {
    return (
      <Outcome
        icon="warning"
        title="This link no longer works"
        message="It was used already, has expired, or is for another account. Links work once and for a limited time: get a new one here."
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
              <Text tone="danger">{form.problem.text}</Text>
            </View>
          )}
          <Button title={action} loading={form.isSending} onPress={submit} />
        </View>
      </Card>
    </>
  );
}
