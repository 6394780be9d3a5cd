import { useEffect } from 'react';

import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useServices } from '../services/ServicesContext.ts';
import { ProviderLink } from './ProviderLink.tsx';
import { SignInForm } from './SignInForm.tsx';

/** Stands above the screen when the session ended: what was entered there is kept. */
export function SignInAgain() {
  const { session } = useServices();
  const leave = () => void session.check();
  useEffect(() => {
    // Who signed in in another tab comes back to this one.
    const look = () => void session.resume();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [session]);
  return (
    <Dialog
      title="Your session has ended"
      leaving="freely"
      onClose={leave}
      footer={<Button onClick={leave}>Sign out</Button>}
    >
      <p>Sign in again to go on where you were. What you entered is still there.</p>
      <ProviderLink apart />
      <SignInForm />
    </Dialog>
  );
}
