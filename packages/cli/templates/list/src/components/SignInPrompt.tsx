import { Button, EmptyState, Screen, useToast } from '@host/kit';
import { type AuthStatus, useHostAuth } from '@host/miniapp-sdk';

/** The texts for each state of the sign-in. */
const PROMPTS: Record<AuthStatus, { title: string; message: string; action: string }> = {
  'signed-out': {
    title: 'Sign in to go on',
    message: 'Your items are shown once you are signed in.',
    action: 'Sign in',
  },
  'not-asked': {
    title: 'Continue to your items',
    message: 'You are signed in already. You are asked before anything of you is shared.',
    action: 'Continue',
  },
  declined: {
    title: 'Your items are hidden',
    message: 'You chose not to share who you are, and without that we cannot find your items.',
    action: 'Share and continue',
  },
  granted: {
    title: 'Your account cannot be reached',
    message: 'Check your connection and try again.',
    action: 'Try again',
  },
};

export function SignInPrompt() {
  const { status, requestLogin } = useHostAuth();
  const toast = useToast();
  const { title, message, action } = PROMPTS[status];

  const goOn = async () => {
    try {
      await requestLogin();
    } catch {
      // A person who declines stays on this screen. After a few refusals the host stops asking.
      if (status === 'declined') toast.show('You can change this in the settings at any time.');
    }
  };
  return (
    <Screen>
      <EmptyState
        title={title}
        message={message}
        action={<Button title={action} onPress={() => void goOn()} />}
      />
    </Screen>
  );
}
