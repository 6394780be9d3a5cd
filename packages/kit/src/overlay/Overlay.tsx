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
 * A layer above everything else. It traps the focus and restores it afterwards; Escape, the back button and a press outside
 * close it.
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
        // Android resizes the window for its keyboard itself.
        {...(Platform.OS === 'ios' && { behavior: 'padding' })}
        // react-native-web sets these itself.
        {...(Platform.OS !== 'web' && { 'aria-modal': true, 'aria-label': label })}
        style={{ flex: 1, justifyContent: placement }}
      >
        <View
          // Hidden from screen readers: there are Escape and a close button instead.
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
