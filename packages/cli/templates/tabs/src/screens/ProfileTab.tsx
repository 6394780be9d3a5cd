import { Avatar, Button, Card, EmptyState, Text } from '@host/kit';
import { useHostAuth } from '@host/miniapp-sdk';

export function ProfileTab() {
  const { user, isAuthenticated, status, requestLogin } = useHostAuth();
  if (!isAuthenticated) {
    const title = status === 'signed-out' ? 'Sign in' : 'Continue';
    // A person who declines stays on this screen.
    const goOn = () => void requestLogin().catch(() => undefined);
    return (
      <EmptyState
        title="Nobody is known here yet"
        message="You are asked before anything of you is shared."
        action={<Button title={title} onPress={goOn} />}
      />
    );
  }
  const name = user?.name ?? 'You';
  return (
    <Card>
      <Avatar name={name} />
      <Text variant="title">{name}</Text>
      <Text muted>This is what the host shares of you.</Text>
    </Card>
  );
}
