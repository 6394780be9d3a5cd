import { Card, EmptyState, ErrorState, Icon, ListItem, Skeleton, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';

import { AppIcon } from './AppIcon.tsx';
import { useCatalog } from './useCatalog.ts';
import { HOME } from '../messages/home.ts';
import { MINI_APP } from '../messages/miniApp.ts';

/** All mini-apps as rows that open their settings. */
export function AppList({ onOpen }: { onOpen: (appId: string) => void }) {
  const { colors } = useTheme();
  const t = useMessages(MINI_APP);
  const home = useMessages(HOME);
  const { apps, error, reload } = useCatalog('');
  if (error) return <ErrorState message={home(error)} onRetry={reload} />;
  if (!apps) return <Skeleton height={120} />;
  if (apps.length === 0) return <EmptyState title={home('noServices')} />;
  return (
    <Card padded={false}>
      {apps.map(({ appId, name, icon }) => (
        <ListItem
          key={appId}
          title={name}
          subtitle={t('permissionsAndStorage')}
          leading={<AppIcon name={name} uri={icon} size={36} />}
          trailing={<Icon name="lock" size={16} color={colors.textMuted} />}
          onPress={() => onOpen(appId)}
        />
      ))}
    </Card>
  );
}
