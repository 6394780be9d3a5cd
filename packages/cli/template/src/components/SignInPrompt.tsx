import { Button, EmptyState, Screen } from '@host/kit';

export function SignInPrompt({ onSignIn }: { onSignIn: () => Promise<void> }) {
  // Whoever declines simply stays where they are.
  const signIn = () => void onSignIn().catch(() => {});
  return (
    <Screen>
      <EmptyState
        title="Sign in to go on"
        message="Your items are shown once you are signed in."
        action={<Button title="Sign in" onPress={signIn} />}
      />
    </Screen>
  );
}
