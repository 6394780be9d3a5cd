import { Card, Text } from '@host/kit';

/** Why it could not be sent; what was written stays in the form. */
export function Failure({ message }: { message: string }) {
  return (
    <Card>
      <Text variant="label">It was not sent</Text>
      <Text muted>{message} What you wrote is still here: try again.</Text>
    </Card>
  );
}
