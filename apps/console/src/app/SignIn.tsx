import { useEffect } from 'react';

import { Brand } from './Brand.tsx';
import styles from './SignIn.module.css';
import { ProviderLink } from './ProviderLink.tsx';
import { SignInForm } from './SignInForm.tsx';

/** The first screen for who is not signed in. */
export function SignIn({ refusal }: { refusal?: string | undefined }) {
  useEffect(() => {
    document.title = 'Sign in · Console';
  }, []);
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <Brand />
        <h1>Sign in</h1>
        <ProviderLink />
        <SignInForm refusal={refusal} />
      </div>
    </main>
  );
}
