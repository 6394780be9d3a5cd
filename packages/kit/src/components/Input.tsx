import { type ReactNode, useId, useState } from 'react';
import { Platform, TextInput, type TextInputProps, View } from 'react-native';

import { KIT } from '../language/kitMessages.ts';
import { useMessages } from '../language/useMessages.ts';
import { webProps } from '../platform/webProps.ts';
import type { ThemeColors } from '../theme/Theme.types.ts';
import { useTheme } from '../theme/useTheme.ts';
import { IconButton } from './IconButton.tsx';
import { InputMessage } from './InputMessage.tsx';
import { Text, textStyle } from './Text.tsx';

/** The props of {@link Input}: those of React Native's TextInput, and these. */
export interface InputProps extends Omit<TextInputProps, 'style' | 'secureTextEntry'> {
  label: string;
  /** How to fill it in. */
  hint?: string;
  /** What is wrong with the input; replaces the hint. */
  error?: string | undefined;
  /** Hides what is entered, with a button that shows it. */
  secure?: boolean;
  showTitle?: string;
  hideTitle?: string;
  disabled?: boolean;
}

/**
 * A text field with its label, a hint, and an error.
 *
 * @example
 * <Input label="Email" value={email} onChangeText={setEmail} error={problem} keyboardType="email-address" />
 */
export function Input({
  label,
  hint,
  error,
  secure = false,
  showTitle,
  hideTitle,
  disabled = false,
  onFocus,
  onBlur,
  ...rest
}: InputProps) {
  const theme = useTheme();
  const { colors, space } = theme;
  const t = useMessages(KIT);
  const [hasFocus, setFocus] = useState(false);
  const [isShown, setShown] = useState(false);
  const messageId = useId();
  const message = error ?? hint;
  return (
    <View>
      <Text variant="label" aria-hidden style={{ marginBottom: space(1.5) }}>
        {label}
      </Text>
      <Frame hasFocus={hasFocus} hasError={error !== undefined} disabled={disabled}>
        <TextInput
          placeholderTextColor={colors.textMuted}
          selectionColor={colors.primary}
          {...rest}
          aria-label={label}
          accessibilityHint={message}
          aria-disabled={disabled}
          editable={!disabled && rest.editable !== false}
          secureTextEntry={secure && !isShown}
          {...webProps({
            'aria-invalid': error !== undefined,
            ...(message !== undefined && { 'aria-describedby': messageId }),
          })}
          onFocus={(event) => {
            setFocus(true);
            onFocus?.(event);
          }}
          onBlur={(event) => {
            setFocus(false);
            onBlur?.(event);
          }}
          style={[
            textStyle(theme, 'body'),
            // On ios, a line height would move a single line off the centre.
            !rest.multiline && Platform.OS === 'ios' && { lineHeight: undefined },
            {
              flex: 1,
              minHeight: 48,
              paddingHorizontal: space(3.5),
              paddingVertical: space(3),
              color: disabled ? colors.textMuted : colors.text,
              // The border shows the focus, so the browser's outline is replaced.
              outlineStyle: 'solid',
              outlineWidth: 0,
            },
          ]}
        />
        {secure ? (
          <IconButton
            icon={isShown ? 'eye-off' : 'eye'}
            label={isShown ? (hideTitle ?? t('hideEntered')) : (showTitle ?? t('showEntered'))}
            color={colors.textMuted}
            onPress={() => setShown(!isShown)}
          />
        ) : null}
      </Frame>
      <InputMessage id={messageId} hint={hint} error={error} />
    </View>
  );
}

interface FrameProps {
  hasFocus: boolean;
  hasError: boolean;
  disabled: boolean;
  children: ReactNode;
}

function Frame({ children, ...state }: FrameProps) {
  const { colors, radii } = useTheme();
  return (
    <View
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        borderRadius: radii.medium,
        borderWidth: 1,
        borderColor: outlineColor(state, colors),
        backgroundColor: state.disabled ? colors.surfaceActive : colors.surface,
        outlineColor: outlineColor(state, colors),
        outlineStyle: 'solid',
        outlineOffset: 0,
        outlineWidth: state.hasFocus ? 1 : 0,
      }}
    >
      {children}
    </View>
  );
}

function outlineColor(
  { hasFocus, hasError, disabled }: Omit<FrameProps, 'children'>,
  colors: ThemeColors,
): string {
  if (hasError) return colors.danger;
  if (hasFocus) return colors.focus;
  return disabled ? colors.border : colors.control;
}
