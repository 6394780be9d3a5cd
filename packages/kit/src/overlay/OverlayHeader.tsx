import { View } from 'react-native';

import { IconButton } from '../components/IconButton.tsx';
import { Text } from '../components/Text.tsx';
import { KIT } from '../language/kitMessages.ts';
import { useMessages } from '../language/useMessages.ts';
import { useTheme } from '../theme/useTheme.ts';

interface OverlayHeaderProps {
  title: string;
  closeLabel: string | undefined;
  onClose: () => void;
}

/** The title of a sheet or a dialog, and the button that closes it. */
export function OverlayHeader({ title, closeLabel, onClose }: OverlayHeaderProps) {
  const { colors, space } = useTheme();
  const t = useMessages(KIT);
  return (
    <View
      style={{
        minHeight: 44,
        flexDirection: 'row',
        alignItems: 'center',
        gap: space(2),
        // Aligns the icon, which is smaller than its button, with the rest.
        marginEnd: -space(2),
      }}
    >
      <Text variant="heading" style={{ flex: 1 }}>
        {title}
      </Text>
      <IconButton
        icon="close"
        label={closeLabel ?? t('close')}
        color={colors.textMuted}
        onPress={onClose}
      />
    </View>
  );
}
