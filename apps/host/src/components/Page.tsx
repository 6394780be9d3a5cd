import { IconButton, Text, useTheme } from '@host/kit';
import { useNavigation } from '@react-navigation/native';
import type { ReactNode } from 'react';
import { ScrollView, View } from 'react-native';

import { useScreenFocus } from './useScreenFocus.ts';
import { useLayout } from './useLayout.ts';

interface PageProps {
  title: string;
  children: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  /** Reading is easier in a narrow column. */
  isNarrow?: boolean;
}

/** A screen of the host: its title, the way back, and what scrolls below. */
export function Page({ title, children, action, isNarrow = false }: PageProps) {
  const { colors, space } = useTheme();
  const { isWide } = useLayout();
  const focusRef = useScreenFocus();
  return (
    <View
      ref={focusRef}
      role="main"
      tabIndex={-1}
      style={{ flex: 1, backgroundColor: colors.background, outlineWidth: 0 }}
    >
      <ScrollView
        keyboardShouldPersistTaps="handled"
        contentContainerStyle={{ flexGrow: 1, alignItems: 'center' }}
      >
        <View
          style={{
            flexGrow: 1,
            width: '100%',
            maxWidth: isNarrow ? 640 : 1080,
            gap: space(5),
            padding: space(isWide ? 8 : 4),
            paddingTop: space(isWide ? 8 : 3),
          }}
        >
          <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(2) }}>
            <BackButton />
            <Text variant="title" style={{ flex: 1 }}>
              {title}
            </Text>
            {action}
          </View>
          {children}
        </View>
      </ScrollView>
    </View>
  );
}

function BackButton() {
  const navigation = useNavigation();
  const { space } = useTheme();
  if (!navigation.canGoBack()) return null;
  return (
    <View style={{ marginStart: -space(2) }}>
      <IconButton icon="arrow-start" label="Back" onPress={() => navigation.goBack()} />
    </View>
  );
}
