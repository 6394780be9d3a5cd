import { ErrorState, Spinner } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useCallback } from 'react';

import { App } from '../app/App.tsx';
import type { StartPush } from '../push/PushService.types.ts';
import { useLoaded } from '../common/useLoaded.ts';
import { createNativeServices } from './createNativeServices.ts';
import { HOME } from '../messages/home.ts';
import { START } from '../messages/start/startMessages.ts';

/** The root of the host on a device: it reads the persisted state, then renders the app. */
export function Start({ startPush }: { startPush: StartPush }) {
  const t = useMessages(START);
  const home = useMessages(HOME);
  const load = useCallback(() => createNativeServices(startPush), [startPush]);
  const { value: services, error, reload } = useLoaded(load);
  if (services) return <App services={services} />;
  if (error) return <ErrorState message={t('notStarted')} onRetry={reload} />;
  return <Spinner label={home('starting')} />;
}
