import { Icon, type IconName, useTheme } from '@host/kit';
import { View } from 'react-native';

/** A decorative icon on a disc, beside the text that it illustrates. */
export function IconDisc({ icon, size = 48 }: { icon: IconName; size?: number }) {
  const { colors, radii } = useTheme();
  return (
    <View
      aria-hidden
      style={{
        width: size,
        height: size,
        alignItems: 'center',
        justifyContent: 'center',
        borderRadius: radii.full,
        backgroundColor: colors.primarySoft,
      }}
    >
      <Icon name={icon} size={size / 2} color={colors.onPrimarySoft} />
    </View>
  );
}
