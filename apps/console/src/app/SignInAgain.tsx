import { Button } from '../components/Button.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { useServices } from '../services/ServicesContext.ts';
import { SignInForm } from './SignInForm.tsx';

/** Stands above the screen when the session ended: what was entered there is kept. */
export function SignInAgain() {
  const { session } = useServices();
  const leave = () => void session.check();
  return (
    <Dialog
      title="Your session has ended"
      onClose={leave}
      footer={<Button onClick={leave}>Sign out</Button>}
    >
      <p>Sign in again to go on where you were. What you entered is still there.</p>
      <SignInForm />
    </Dialog>
  );
}
