import { Spinner } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { type ReactNode, Suspense, lazy } from 'react';

import { APP } from './appMessages.ts';
import { hostOptions } from './startHost.ts';

// Not part of release builds: there, a link or QR code of anyone could run arbitrary code in the app.
const Links = __DEV__
  ? lazy(async () => {
      const { DevelopmentLinks } = await import('@host/host-runtime/development');
      return { default: DevelopmentLinks };
    })
  : undefined;

/** In development builds, opens the mini-app of the QR code that `miniapp start --host --scheme sample-host` shows. */
export function Development({ children }: { children: ReactNode }) {
  const t = useMessages(APP);
  if (!Links) return children;
  return (
    <Suspense fallback={<Spinner label={t('starting')} />}>
      <Links hostOptions={hostOptions}>{children}</Links>
    </Suspense>
  );
}
