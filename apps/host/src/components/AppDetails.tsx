import { type Permission, PERMISSIONS_THAT_ASK } from '@host/contracts';
import { Badge, Button, Icon, Skeleton, Switch, Text, useTheme, useToast } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useCallback, useEffect, useState } from 'react';
import { View } from 'react-native';

import { useServices } from '../services/AppServicesContext.ts';
import { formatBytes } from '../text/formatBytes.ts';
import { useLoaded } from '../common/useLoaded.ts';
import { useStore } from '../common/useStore.ts';
import { PERMISSION_ICONS } from './permissionIcons.ts';
import { MINI_APP } from '../messages/miniApp.ts';

/** A mini-app's permissions and its data on this device; both can be changed. */
export function AppDetails({ appId, permissions }: { appId: string; permissions: Permission[] }) {
  const { space } = useTheme();
  return (
    <View style={{ gap: space(6) }}>
      <AppPermissions appId={appId} permissions={permissions} />
      {permissions.includes('storage') ? <AppStorage appId={appId} /> : null}
    </View>
  );
}

function AppPermissions({ appId, permissions }: { appId: string; permissions: Permission[] }) {
  const { space } = useTheme();
  const t = useMessages(MINI_APP);
  const { host, session } = useServices();
  const load = useCallback(() => host.permissions.list(appId), [host, appId]);
  const { value: states, reload } = useLoaded(load);
  const answers = useStore(host.changes.permissions);
  const { person } = useStore(session.state);
  // Consent belongs to a person, so it is read again when somebody else signs in.
  useEffect(reload, [reload, answers, person]);
  const [isBusy, setBusy] = useState(false);
  const change = async (permission: Permission, isAllowed: boolean) => {
    setBusy(true);
    await (isAllowed
      ? host.permissions.grant(appId, permission)
      : host.permissions.revoke(appId, permission));
    setBusy(false);
  };

  const asked = permissions.filter((permission) => PERMISSIONS_THAT_ASK.includes(permission));
  const others = permissions.filter((permission) => !PERMISSIONS_THAT_ASK.includes(permission));
  return (
    <View style={{ gap: space(3) }}>
      <Text variant="heading">{t('permissions')}</Text>
      {permissions.length === 0 ? <Text muted>{t('noPermissions')}</Text> : null}
      {asked.map((permission) => {
        const meaning = t(`meaning.${permission}`);
        const state = states?.find((one) => one.permission === permission);
        const consent = state?.consent ?? 'not-asked';
        if (!states) return <Skeleton key={permission} height={48} />;
        return (
          <Switch
            key={permission}
            label={t(`title.${permission}`)}
            hint={consent === 'not-asked' ? t('notAskedYet', { meaning }) : meaning}
            value={consent === 'granted'}
            disabled={isBusy}
            onValueChange={(isAllowed) => void change(permission, isAllowed)}
          />
        );
      })}
      {others.map((permission) => (
        <StandingPermission key={permission} permission={permission} />
      ))}
    </View>
  );
}

/** A permission that involves no personal data: it is granted by being declared. */
function StandingPermission({ permission }: { permission: Permission }) {
  const { colors, space } = useTheme();
  const t = useMessages(MINI_APP);
  return (
    <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(3), minHeight: 44 }}>
      <Icon name={PERMISSION_ICONS[permission]} size={20} color={colors.textMuted} />
      <View style={{ flex: 1 }}>
        <Text>{t(`title.${permission}`)}</Text>
        <Text variant="caption" muted>
          {t(`meaning.${permission}`)}
        </Text>
      </View>
      <Badge title={t('always')} />
    </View>
  );
}

function AppStorage({ appId }: { appId: string }) {
  const { space } = useTheme();
  const t = useMessages(MINI_APP);
  const { host } = useServices();
  const toast = useToast();
  const load = useCallback(() => host.storageInfo(appId), [host, appId]);
  const { value: info, error, reload } = useLoaded(load);
  const clear = async () => {
    await host.clearStorage(appId);
    toast.show(t('storedDeleted'), { tone: 'success' });
    reload();
  };
  return (
    <View style={{ gap: space(3) }}>
      <Text variant="heading">{t('storage')}</Text>
      {info ? (
        <Text>
          {t('storageUsed', {
            used: formatBytes(info.usedBytes, t),
            limit: formatBytes(info.limitBytes, t),
          })}
        </Text>
      ) : error ? (
        <Text muted>{t('storageUnknown')}</Text>
      ) : (
        <Skeleton width="40%" />
      )}
      <View style={{ alignItems: 'flex-start' }}>
        <Button
          title={t('deleteStored')}
          icon="trash"
          variant="secondary"
          size="small"
          disabled={!info || info.usedBytes === 0}
          onPress={() => void clear()}
        />
      </View>
    </View>
  );
}
