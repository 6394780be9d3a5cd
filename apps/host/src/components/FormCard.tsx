import { Button, Card, Text, useTheme } from '@host/kit';
import type { ReactNode } from 'react';
import { View } from 'react-native';

interface FormCardProps {
  children: ReactNode;
  problem: string | undefined;
  action: string;
  isSending: boolean;
  onSubmit: () => void;
}

/** A short form: its fields, what went wrong, and the button that sends it. */
export function FormCard({ children, problem, action, isSending, onSubmit }: FormCardProps) {
  const { space } = useTheme();
  return (
    <Card>
      <View style={{ gap: space(4) }}>
        {children}
        {problem === undefined ? null : (
          <View role="alert">
            <Text tone="danger">{problem}</Text>
          </View>
        )}
        <Button title={action} loading={isSending} onPress={onSubmit} />
      </View>
    </Card>
  );
}
