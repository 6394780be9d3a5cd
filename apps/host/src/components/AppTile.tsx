import type { CatalogEntry } from '@host/contracts';
import { Icon, Text, useTheme } from '@host/kit';
import { Pressable, View } from 'react-native';

import { AppIcon } from './AppIcon.tsx';
import { PublisherLine } from './PublisherLine.tsx';

/** A mini-app in the catalog; pressing it opens the mini-app. */
export function AppTile({ app, onPress }: { app: CatalogEntry; onPress: () => void }) {
  const { colors, radii, space } = useTheme();
  const { name, description, icon, publisher } = app;
  return (
    <Pressable
      role="button"
      onPress={onPress}
      style={({ pressed, hovered }: { pressed: boolean; hovered?: boolean }) => ({
        flex: 1,
        flexDirection: 'row',
        alignItems: 'center',
        gap: space(4),
        padding: space(4),
        borderRadius: radii.large,
        borderWidth: 1,
        borderColor: colors.border,
        backgroundColor: pressed || hovered ? colors.surfaceActive : colors.surface,
      })}
    >
      <AppIcon name={name} uri={icon} />
      <View style={{ flex: 1, gap: space(0.5) }}>
        <Text variant="label" style={{ fontSize: 17, lineHeight: 23 }}>
          {name}
        </Text>
        <PublisherLine publisher={publisher} />
        {description === undefined ? null : (
          <Text variant="caption" muted numberOfLines={2}>
            {description}
          </Text>
        )}
      </View>
      <Icon name="chevron-end" size={18} color={colors.control} />
    </Pressable>
  );
}
