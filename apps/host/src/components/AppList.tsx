import { Card, EmptyState, ErrorState, Icon, ListItem, Skeleton, useTheme } from '@host/kit';

import { AppIcon } from './AppIcon.tsx';
import { useCatalog } from './useCatalog.ts';

/** All mini-apps as rows that lead to their settings. */
export function AppList({ onOpen }: { onOpen: (appId: string) => void }) {
  const { colors } = useTheme();
  const { apps, error, reload } = useCatalog('');
  if (error) return <ErrorState message={error} onRetry={reload} />;
  if (!apps) return <Skeleton height={120} />;
  if (apps.length === 0) return <EmptyState title="No services yet" />;
  return (
    <Card padded={false}>
      {apps.map(({ appId, name, icon }) => (
        <ListItem
          key={appId}
          title={name}
          subtitle="Permissions and storage"
          leading={<AppIcon name={name} uri={icon} size={36} />}
          trailing={<Icon name="lock" size={16} color={colors.textMuted} />}
          onPress={() => onOpen(appId)}
        />
      ))}
    </Card>
  );
}
