import { View } from 'react-native';

import { Icon } from '../icon/Icon.tsx';
import { useTheme } from '../theme/useTheme.ts';
import { Text } from './Text.tsx';

interface InputMessageProps {
  id: string;
  hint: string | undefined;
  error: string | undefined;
}

/** The message below an input. Always rendered, since a live region that appears together with its text is not announced. */
export function InputMessage({ id, hint, error }: InputMessageProps) {
  const { colors, space } = useTheme();
  return (
    <View
      id={id}
      aria-live="polite"
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        gap: space(1.5),
        marginTop: hint === undefined && error === undefined ? 0 : space(1.5),
      }}
    >
      {error === undefined ? null : <Icon name="error" size={18} color={colors.danger} />}
      {error === undefined && hint === undefined ? null : (
        <Text
          variant="caption"
          {...(error === undefined ? { muted: true } : { tone: 'danger' })}
          style={{ flexShrink: 1 }}
        >
          {error ?? hint}
        </Text>
      )}
    </View>
  );
}
