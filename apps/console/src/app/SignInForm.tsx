import { useState } from 'react';

import { Button } from '../components/Button.tsx';
import { Field } from '../components/Field.tsx';
import { useServices } from '../services/ServicesContext.ts';
import styles from './SignInForm.module.css';

/** Takes a token and signs in with it. The token is forgotten as soon as it was sent. */
export function SignInForm({ refusal }: { refusal?: string | undefined }) {
  const { session } = useServices();
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState(refusal);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    if (busy) return;
    if (token.trim() === '') {
      setProblem('Enter a token: that of an operator or of a publisher.');
      return;
    }
    setBusy(true);
    const refused = await session.signIn({ token: token.trim() });
    setBusy(false);
    setProblem(refused);
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Field
        label="Token"
        problem={problem}
        hint={
          <>
            The root token, or one that an operator issued. On the machine of{' '}
            <code>pnpm start</code>, the root token is in <code>.data/admin-token</code>; with{' '}
            <code>--demo</code> in <code>.data-demo/admin-token</code>.
          </>
        }
      >
        {(control) => (
          <input
            {...control}
            type="password"
            autoComplete="off"
            autoFocus
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        )}
      </Field>
      <Button kind="primary" type="submit" busy={busy}>
        {busy ? 'Signing in…' : 'Sign in'}
      </Button>
    </form>
  );
}
