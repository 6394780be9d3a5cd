import { Card, Skeleton, Switch, Text } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import type { Host } from '@host/host-runtime';
import { useCallback } from 'react';

import { useServices } from '../../services/AppServicesContext.ts';
import { useLoaded } from '../../common/useLoaded.ts';
import { PUSH } from '../../messages/push.ts';

/**
 * Switches for the mini-apps that have requested the notification permission, which can also be changed in the settings of
 * each. All are off while notifications are off.
 */
export function AppSwitches({ areAnyShown }: { areAnyShown: boolean }) {
  const { host } = useServices();
  const t = useMessages(PUSH);
  const load = useCallback(() => askingApps(host), [host]);
  const { value: apps, reload } = useLoaded(load);
  const change = async (appId: string, isOn: boolean) => {
    await (isOn ? host.permissions.grant(appId, 'push') : host.permissions.revoke(appId, 'push'));
    reload();
  };
  return (
    <Card>
      {!apps ? (
        <Skeleton height={48} />
      ) : apps.length === 0 ? (
        <Text muted>{t('nobodyAsked')}</Text>
      ) : (
        apps.map(({ appId, name, isAllowed }) => (
          <Switch
            key={appId}
            label={name}
            value={areAnyShown && isAllowed}
            disabled={!areAnyShown}
            onValueChange={(isOn) => void change(appId, isOn)}
          />
        ))
      )}
    </Card>
  );
}

async function askingApps(host: Host) {
  const apps = await Promise.all(
    (await host.recent()).map(async ({ appId, name }) => {
      const permissions = await host.permissions.list(appId);
      const consent = permissions.find(({ permission }) => permission === 'push')?.consent;
      return { appId, name, consent };
    }),
  );
  return apps
    .filter(({ consent }) => consent !== undefined && consent !== 'not-asked')
    .map(({ consent, ...app }) => ({ ...app, isAllowed: consent === 'granted' }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
