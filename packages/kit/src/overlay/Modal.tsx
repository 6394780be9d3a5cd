import type { ReactNode } from 'react';
import { Animated, ScrollView, View } from 'react-native';

import { useTheme } from '../theme/useTheme.ts';
import { Overlay } from './Overlay.tsx';
import { OverlayHeader } from './OverlayHeader.tsx';
import { useRise } from './useRise.ts';

/** The props of {@link Modal}. */
export interface ModalProps {
  isOpen: boolean;
  /** Is asked to close it: by the button, by Escape or the back button, or by a press beside it. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** What can be decided, usually one or two Buttons. */
  actions?: ReactNode;
  closeLabel?: string;
}

/**
 * A dialog in the middle of the screen, for what has to be answered first.
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
