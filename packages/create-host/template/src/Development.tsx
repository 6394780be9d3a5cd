import { Spinner } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { type ReactNode, Suspense, lazy } from 'react';

import { APP } from './appMessages.ts';
import { hostOptions } from './startHost.ts';

// No part of a build for people: whoever made a code or a link could otherwise have any code run in the app.
const Links = __DEV__
  ? lazy(async () => {
      const { DevelopmentLinks } = await import('@host/host-runtime/development');
      return { default: DevelopmentLinks };
    })
  : undefined;

/** In builds for development, opens the mini-app whose code `miniapp start --host --scheme sample-host` shows. */
export function Development({ children }: { children: ReactNode }) {
  const t = useMessages(APP);
  if (!Links) return children;
  return (
    <Suspense fallback={<Spinner label={t('starting')} />}>
      <Links hostOptions={hostOptions}>{children}</Links>
    </Suspense>
  );
}
