import { Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import type { RecentMiniApp } from '@host/host-runtime';
import { Pressable, ScrollView } from 'react-native';

import { AppIcon } from './AppIcon.tsx';
import { HOME } from '../messages/home.ts';

const TILE = 84;
const ICON = 60;

interface RecentRowProps {
  apps: readonly RecentMiniApp[];
  onOpen: (appId: string) => void;
}

/** The recently opened mini-apps in a horizontally scrolling row. */
export function RecentRow({ apps, onOpen }: RecentRowProps) {
  const { space, radii } = useTheme();
  const t = useMessages(HOME);
  return (
    <ScrollView
      horizontal
      showsHorizontalScrollIndicator={false}
      // Aligns the first icon with the rest of the screen.
      style={{ marginHorizontal: (ICON - TILE) / 2 }}
      contentContainerStyle={{ gap: space(2), paddingVertical: space(1) }}
    >
      {apps.map(({ appId, name, icon }) => (
        <Pressable
          key={appId}
          role="button"
          aria-label={t('openAgain', { name })}
          onPress={() => onOpen(appId)}
          style={({ pressed }) => ({
            width: TILE,
            alignItems: 'center',
            gap: space(2),
            paddingVertical: space(2),
            borderRadius: radii.medium,
            opacity: pressed ? 0.7 : 1,
          })}
        >
          <AppIcon name={name} uri={icon} size={ICON} />
          <Text variant="caption" numberOfLines={1}>
            {name}
          </Text>
        </Pressable>
      ))}
    </ScrollView>
  );
}
