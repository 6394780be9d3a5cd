import { Icon, useTheme } from '@host/kit';
import { Pressable, View } from 'react-native';

interface CapsuleProps {
  appName: string;
  onMenu: () => void;
  onClose: () => void;
}

/** The host's own controls of every mini-app: a menu, and the way out. */
export function Capsule({ appName, onMenu, onClose }: CapsuleProps) {
  const { colors, radii } = useTheme();
  return (
    <View
      role="toolbar"
      aria-label={`Controls for ${appName}`}
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        height: 36,
        borderRadius: radii.full,
        borderWidth: 1,
        borderColor: colors.border,
        backgroundColor: colors.surfaceRaised,
      }}
    >
      <CapsuleButton icon="more" label={`Menu of ${appName}`} onPress={onMenu} />
      <View style={{ width: 1, height: 18, backgroundColor: colors.border }} />
      <CapsuleButton icon="close" label={`Close ${appName}`} onPress={onClose} />
    </View>
  );
}

interface CapsuleButtonProps {
  icon: 'more' | 'close';
  label: string;
  onPress: () => void;
}

function CapsuleButton({ icon, label, onPress }: CapsuleButtonProps) {
  const { colors, radii } = useTheme();
  return (
    <Pressable
      role="button"
      aria-label={label}
      onPress={onPress}
      hitSlop={{ top: 6, bottom: 6 }}
      style={({ pressed }) => ({
        width: 46,
        height: 34,
        alignItems: 'center',
        justifyContent: 'center',
        borderRadius: radii.full,
        backgroundColor: pressed ? colors.surfaceActive : 'transparent',
      })}
    >
      <Icon name={icon} size={20} />
    </Pressable>
  );
}
