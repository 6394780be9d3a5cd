import { Button, Card, ErrorState, Spinner } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useCallback } from 'react';

import { AppDetails } from '../components/AppDetails.tsx';
import { AppHeading } from '../components/AppHeading.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useLoaded } from '../common/useLoaded.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { MINI_APP } from '../messages/miniApp.ts';

/** The permissions of one mini-app and its data on this device. */
export function AppSettingsScreen({ navigation, route }: ScreenProps<'AppSettings'>) {
  const { appId } = route.params;
  const { describe } = useServices();
  const t = useMessages(MINI_APP);
  const load = useCallback(() => describe(appId), [describe, appId]);
  const { value: app, error, reload } = useLoaded(load);
  return (
    <Page title={app?.name ?? t('service')} isNarrow>
      {app ? (
        <>
          <Card>
            <AppHeading app={app} />
          </Card>
          <Card>
            <AppDetails appId={appId} permissions={app.permissions} />
          </Card>
          <Button
            title={t('open', { name: app.name })}
            onPress={() => navigation.navigate('MiniApp', { appId })}
          />
        </>
      ) : error ? (
        <ErrorState message={t('serviceNotFound')} onRetry={reload} />
      ) : (
        <Spinner />
      )}
    </Page>
  );
}
