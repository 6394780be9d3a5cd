import type { ReactElement, ReactNode } from 'react';
import { ScrollView, View, type ViewStyle } from 'react-native';

import { useSafeEdges } from '../platform/safeArea.ts';
import { webProps } from '../platform/webProps.ts';
import { useTheme } from '../theme/useTheme.ts';

/** The props of {@link Screen}. */
export interface ScreenProps {
  children: ReactNode;
  padded?: boolean;
  /** Whether the content scrolls. Omit it around a List, which scrolls itself. */
  scroll?: boolean;
  /** Stays above the scrolling content, usually a Header. */
  header?: ReactElement;
  /** Stays below the scrolling content, usually a Button. */
  footer?: ReactElement;
}

/**
 * The background of a screen, with padding, and outside of notches and the home indicator.
 *
 * @example
 * <Screen scroll header={<Header title="Order 7" onBack={goBack} />}>
 *   <Card>…</Card>
 * </Screen>
 */
export function Screen({ children, padded = true, scroll = false, header, footer }: ScreenProps) {
  const { colors, space, direction } = useTheme();
  const safe = useSafeEdges();
  const around = padded ? space(4) : 0;
  const content: ViewStyle = {
    gap: space(4),
    padding: around,
    paddingBottom: footer ? around : safe('bottom', around),
  };
  return (
    <View
      {...webProps({ dir: direction })}
      style={{
        flex: 1,
        paddingLeft: safe('left'),
        paddingRight: safe('right'),
        backgroundColor: colors.background,
      }}
    >
      {header ? (
        <View style={{ paddingTop: safe('top'), backgroundColor: colors.surface }}>{header}</View>
      ) : null}
      {scroll ? (
        <ScrollView
          contentContainerStyle={content}
          keyboardShouldPersistTaps="handled"
          automaticallyAdjustKeyboardInsets
          style={{ flex: 1 }}
        >
          {children}
        </ScrollView>
      ) : (
        <View style={[content, { flex: 1 }]}>{children}</View>
      )}
      {footer ? (
        <View
          style={{
            padding: space(4),
            paddingBottom: safe('bottom', space(4)),
            borderTopWidth: 1,
            borderColor: colors.border,
            backgroundColor: colors.surface,
          }}
        >
          {footer}
        </View>
      ) : null}
    </View>
  );
}
