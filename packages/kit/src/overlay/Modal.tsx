import type { ReactNode } from 'react';
import { Animated, ScrollView, View } from 'react-native';

import { useTheme } from '../theme/useTheme.ts';
import { Overlay } from './Overlay.tsx';
import { OverlayHeader } from './OverlayHeader.tsx';
import { useRise } from './useRise.ts';

/** The props of {@link Modal}. */
export interface ModalProps {
  isOpen: boolean;
  /** Called to close it: by the button, Escape, the back button, or a press outside. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** The choices, usually one or two Buttons. */
  actions?: ReactNode;
  closeLabel?: string;
}

/**
 * A modal dialog in the middle of the screen.
 *
 * @example
 * <Modal
 *   isOpen={isAsking}
 *   onClose={stopAsking}
 *   title="Cancel this order?"
 *   actions={<Button title="Cancel the order" variant="danger" onPress={cancel} />}
 * >
 *   <Text>You get your money back soon.</Text>
 * </Modal>
 */
export function Modal({ isOpen, onClose, title, children, actions, closeLabel }: ModalProps) {
  const { colors, radii, space } = useTheme();
  const translateY = useRise(isOpen, 16);
  return (
    <Overlay isOpen={isOpen} onClose={onClose} label={title} placement="center">
      <Animated.View
        style={{
          alignSelf: 'center',
          width: '90%',
          maxWidth: 440,
          maxHeight: '84%',
          gap: space(2),
          padding: space(5),
          borderRadius: radii.large,
          backgroundColor: colors.surfaceRaised,
          transform: [{ translateY }],
        }}
      >
        <OverlayHeader title={title} closeLabel={closeLabel} onClose={onClose} />
        <ScrollView
          contentContainerStyle={{ gap: space(3) }}
          style={{ flexGrow: 0, flexShrink: 1 }}
          keyboardShouldPersistTaps="handled"
        >
          {children}
        </ScrollView>
        {actions ? <View style={{ gap: space(2), marginTop: space(3) }}>{actions}</View> : null}
      </Animated.View>
    </Overlay>
  );
}
