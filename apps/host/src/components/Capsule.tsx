import { Icon, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { Pressable, View } from 'react-native';

import { HOME } from '../messages/home.ts';

interface CapsuleProps {
  appName: string;
  onMenu: () => void;
  onClose: () => void;
}

/** The host's controls over every mini-app: a menu and a close button. */
export function Capsule({ appName, onMenu, onClose }: CapsuleProps) {
  const { colors, radii } = useTheme();
  const t = useMessages(HOME);
  const name = { name: appName };
  return (
    <View
      role="toolbar"
      aria-label={t('controls', name)}
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
      <CapsuleButton icon="more" label={t('menu', name)} onPress={onMenu} />
      <View style={{ width: 1, height: 18, backgroundColor: colors.border }} />
      <CapsuleButton icon="close" label={t('close', name)} onPress={onClose} />
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
