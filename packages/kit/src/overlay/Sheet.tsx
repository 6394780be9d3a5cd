import type { ReactNode } from 'react';
import { Animated, ScrollView, View } from 'react-native';

import { useSafeEdges } from '../platform/safeArea.ts';
import { useTheme } from '../theme/useTheme.ts';
import { Overlay } from './Overlay.tsx';
import { OverlayHeader } from './OverlayHeader.tsx';
import { useRise } from './useRise.ts';

/** The props of {@link Sheet}. */
export interface SheetProps {
  isOpen: boolean;
  /** Called to close it: by the button, Escape, the back button, or a press outside. */
  onClose: () => void;
  title: string;
  children: ReactNode;
  closeLabel?: string;
}

/**
 * A bottom sheet with choices or details.
 *
 * @example
 * <Sheet isOpen={isOpen} onClose={close} title="Sort by">
 *   <ListItem title="Newest first" selected onPress={sortByDate} />
 * </Sheet>
 */
export function Sheet({ isOpen, onClose, title, children, closeLabel }: SheetProps) {
  const { colors, radii, space } = useTheme();
  const safe = useSafeEdges();
  const translateY = useRise(isOpen, 80);
  return (
    <Overlay isOpen={isOpen} onClose={onClose} label={title} placement="flex-end">
      <Animated.View
        style={{
          alignSelf: 'center',
          width: '100%',
          maxWidth: 640,
          maxHeight: '88%',
          paddingTop: space(2),
          borderTopStartRadius: radii.large,
          borderTopEndRadius: radii.large,
          backgroundColor: colors.surfaceRaised,
          overflow: 'hidden',
          transform: [{ translateY }],
        }}
      >
        <View
          style={{
            alignSelf: 'center',
            width: 36,
            height: 4,
            borderRadius: radii.full,
            backgroundColor: colors.border,
          }}
        />
        <View style={{ paddingHorizontal: space(4), paddingVertical: space(1) }}>
          <OverlayHeader title={title} closeLabel={closeLabel} onClose={onClose} />
        </View>
        <ScrollView
          contentContainerStyle={{
            gap: space(4),
            paddingHorizontal: space(4),
            paddingBottom: safe('bottom', space(5)),
          }}
          style={{ flexGrow: 0, flexShrink: 1 }}
          keyboardShouldPersistTaps="handled"
        >
          {children}
        </ScrollView>
      </Animated.View>
    </Overlay>
  );
}
