import type { PublisherName } from '@host/contracts';
import { Text, useTheme } from '@host/kit';
import { View } from 'react-native';

import { AppIcon } from './AppIcon.tsx';
import { Capsule } from './Capsule.tsx';
import { PublisherLine } from './PublisherLine.tsx';

interface AppBarProps {
  name: string;
  icon: string | undefined;
  publisher: PublisherName | undefined;
  onMenu: () => void;
  onClose: () => void;
}

/**
 * Shows which mini-app is open, on phones too. It is above the mini-app's frame rather than inside it, so an untrusted
 * mini-app cannot draw over it or imitate it. Name, icon and publisher come from the registry.
 */
export function AppBar({ name, icon, publisher, onMenu, onClose }: AppBarProps) {
  const { colors, space } = useTheme();
  return (
    <View
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        gap: space(2),
        minHeight: 52,
        paddingStart: space(3),
        paddingEnd: space(2),
        paddingVertical: space(1),
        borderBottomWidth: 1,
        borderColor: colors.border,
        backgroundColor: colors.surface,
      }}
    >
      <AppIcon name={name} uri={icon} size={28} />
      <View style={{ flex: 1 }}>
        <Text variant="label" numberOfLines={1}>
          {name}
        </Text>
        <PublisherLine publisher={publisher} />
      </View>
      <Capsule appName={name} onMenu={onMenu} onClose={onClose} />
    </View>
  );
}
