import { Icon, IconButton, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';
import { Platform, TextInput, View, type ViewStyle } from 'react-native';

import { HOME } from '../messages/home.ts';

interface SearchFieldProps {
  value: string;
  onChange: (text: string) => void;
  label: string;
}

/** A search field. */
export function SearchField({ value, onChange, label }: SearchFieldProps) {
  const { colors, radii, space, typography, direction } = useTheme();
  const t = useMessages(HOME);
  const [isFocused, setFocused] = useState(false);
  const ring: ViewStyle = {
    outlineWidth: isFocused ? 2 : 0,
    outlineStyle: 'solid',
    outlineColor: colors.focus,
  };
  return (
    <View
      // Not one of React Native's roles, but browsers know it.
      {...(Platform.OS === 'web' && ({ role: 'search' } as object))}
      style={[
        {
          minHeight: 52,
          flexDirection: 'row',
          alignItems: 'center',
          gap: space(2),
          paddingStart: space(4),
          paddingEnd: space(1),
          borderRadius: radii.full,
          borderWidth: 1,
          borderColor: colors.control,
          backgroundColor: colors.surface,
        },
        ring,
      ]}
    >
      <Icon name="search" size={20} color={colors.textMuted} />
      <TextInput
        value={value}
        onChangeText={onChange}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        aria-label={label}
        placeholder={label}
        placeholderTextColor={colors.textMuted}
        inputMode="search"
        autoCapitalize="none"
        autoCorrect={false}
        style={[
          { flex: 1, minHeight: 48, color: colors.text, fontSize: typography.body.fontSize },
          // Otherwise browsers align the placeholder of an empty field left, in right-to-left languages too.
          Platform.OS === 'web' && direction === 'rtl' && { textAlign: 'right' },
          // The focus ring is drawn around the whole field instead.
          { outlineStyle: 'none' } as unknown as ViewStyle,
        ]}
      />
      {value === '' ? null : (
        <IconButton icon="close" label={t('clearSearch')} onPress={() => onChange('')} />
      )}
    </View>
  );
}
