import type { ReactNode } from 'react';
import {
  KeyboardAvoidingView,
  Modal as NativeModal,
  Platform,
  View,
  type ViewStyle,
} from 'react-native';

import { useReducedMotion } from '../platform/useReducedMotion.ts';
import { webProps } from '../platform/webProps.ts';
import { useTheme } from '../theme/useTheme.ts';

interface OverlayProps {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  placement: ViewStyle['justifyContent'];
  children: ReactNode;
}

/**
 * What lies above everything else. The focus stays inside and goes back where it was; Escape, the back button and a press
 * beside it close it.
 */
export function Overlay({ isOpen, onClose, label, placement, children }: OverlayProps) {
  const { colors, direction } = useTheme();
  const isReduced = useReducedMotion();
  return (
    <NativeModal
      visible={isOpen}
      transparent
      animationType={isReduced ? 'none' : 'fade'}
      onRequestClose={onClose}
      statusBarTranslucent
      navigationBarTranslucent
      {...webProps({ 'aria-label': label, dir: direction })}
    >
      <KeyboardAvoidingView
        // Android makes room for its keyboard itself.
        {...(Platform.OS === 'ios' && { behavior: 'padding' })}
        // react-native-web says so itself.
        {...(Platform.OS !== 'web' && { 'aria-modal': true, 'aria-label': label })}
        style={{ flex: 1, justifyContent: placement }}
      >
        <View
          // Not a button: it has no name, the keyboard has Escape, and there is a button that closes.
          aria-hidden
          onStartShouldSetResponder={() => true}
          onResponderRelease={onClose}
          style={{ position: 'absolute', inset: 0, backgroundColor: colors.scrim }}
        />
        {children}
      </KeyboardAvoidingView>
    </NativeModal>
  );
}
