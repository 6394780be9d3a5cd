import { Button, EmptyState, Screen, useToast } from '@host/kit';
import { useHostAuth, useMessages } from '@host/miniapp-sdk';

import { TEXTS } from '../texts';

/** The way on for everybody whom the mini-app does not know yet. */
export function SignInPrompt() {
  const { status, requestLogin } = useHostAuth();
  const toast = useToast();
  const t = useMessages(TEXTS);

  const goOn = async () => {
    try {
      await requestLogin();
    } catch {
      // Whoever declines stays here. After a few times the host does not ask any more.
      if (status === 'declined') toast.show(t('changeLater'));
    }
  };
  return (
    <Screen>
      <EmptyState
        title={t(`${status}.title`)}
        message={t(`${status}.message`)}
        action={<Button title={t(`${status}.action`)} onPress={() => void goOn()} />}
      />
    </Screen>
  );
}
