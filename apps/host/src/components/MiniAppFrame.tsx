import { useTheme } from '@host/kit';
import type { ReactNode } from 'react';
import { View } from 'react-native';

import { NO_FOCUS_RING } from '../theme/noFocusRing.ts';
import { useLayout } from './useLayout.ts';
import { useScreenFocus } from './useScreenFocus.ts';

const WIDTH = 460;
const MAX_HEIGHT = 920;

/** The area of a mini-app: the whole screen on a phone, a phone-sized frame on a wide window. */
export function MiniAppFrame({ name, children }: { name: string; children: ReactNode }) {
  const { colors, radii, space } = useTheme();
  const { isWide } = useLayout();
  const focusRef = useScreenFocus();
  return (
    <View
      ref={focusRef}
      role="main"
      aria-label={name}
      tabIndex={-1}
      style={{
        flex: 1,
        alignItems: 'center',
        justifyContent: 'center',
        padding: isWide ? space(6) : 0,
        ...NO_FOCUS_RING,
      }}
    >
      <View
        style={[
          { flex: 1, width: '100%', overflow: 'hidden', backgroundColor: colors.background },
          isWide && {
            maxWidth: WIDTH,
            maxHeight: MAX_HEIGHT,
            borderRadius: radii.large + 4,
            borderWidth: 1,
            borderColor: colors.border,
            boxShadow: '0 12px 40px rgba(10, 20, 30, 0.16)',
          },
        ]}
      >
        {children}
      </View>
    </View>
  );
}
