import { Card, Text } from '@host/kit';

/** Shows why the form could not be sent; its content stays. */
export function Failure({ message }: { message: string }) {
  return (
    <Card>
      <Text variant="label">It was not sent</Text>
      <Text muted>{message} What you wrote is still here: try again.</Text>
    </Card>
  );
}
