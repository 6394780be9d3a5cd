import type { Resolution } from '@host/contracts';
import { Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { View } from 'react-native';

import { AppIcon } from './AppIcon.tsx';
import { MINI_APP } from '../messages/miniApp.ts';

/** The heading of a mini-app: icon, name, publisher, version and description. */
export function AppHeading({ app }: { app: Resolution }) {
  const { space } = useTheme();
  const t = useMessages(MINI_APP);
  return (
    <View style={{ gap: space(4) }}>
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(4) }}>
        <AppIcon name={app.name} uri={app.icon} size={64} />
        <View style={{ flex: 1, gap: space(0.5) }}>
          <Text variant="heading">{app.name}</Text>
          {app.publisher ? (
            <Text variant="caption">{t('by', { name: app.publisher.name })}</Text>
          ) : null}
          <Text variant="caption" muted>
            {t('version', { version: app.version })}
          </Text>
          <Text variant="caption" muted>
            {app.appId}
          </Text>
        </View>
      </View>
      {app.description === undefined ? null : <Text>{app.description}</Text>}
    </View>
  );
}
