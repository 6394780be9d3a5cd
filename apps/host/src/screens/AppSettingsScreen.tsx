import { Button, Card, ErrorState, Spinner } from '@host/kit';
import { useCallback } from 'react';

import { AppDetails } from '../components/AppDetails.tsx';
import { AppHeading } from '../components/AppHeading.tsx';
import { Page } from '../components/Page.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useLoaded } from '../common/useLoaded.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

/** What one mini-app may do, and what it keeps on this device. */
export function AppSettingsScreen({ navigation, route }: ScreenProps<'AppSettings'>) {
  const { appId } = route.params;
  const { describe } = useServices();
  const load = useCallback(() => describe(appId), [describe, appId]);
  const { value: app, error, reload } = useLoaded(load);
  return (
    <Page title={app?.name ?? 'Service'} isNarrow>
      {app ? (
        <>
          <Card>
            <AppHeading app={app} />
          </Card>
          <Card>
            <AppDetails appId={appId} permissions={app.permissions} />
          </Card>
          <Button
            title={`Open ${app.name}`}
            onPress={() => navigation.navigate('MiniApp', { appId })}
          />
        </>
      ) : error ? (
        <ErrorState message="This service could not be found." onRetry={reload} />
      ) : (
        <Spinner label="Loading" />
      )}
    </Page>
  );
}
