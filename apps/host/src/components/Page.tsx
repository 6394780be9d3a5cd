import { IconButton, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useNavigation } from '@react-navigation/native';
import type { ReactNode } from 'react';
import { ScrollView, View } from 'react-native';

import { NO_FOCUS_RING } from '../theme/noFocusRing.ts';
import { useScreenFocus } from './useScreenFocus.ts';
import { useLayout } from './useLayout.ts';
import { HOME } from '../messages/home.ts';

interface PageProps {
  title: string;
  children: ReactNode;
  /** Shown beside the title. */
  action?: ReactNode;
  /** Limits the width, since text is easier to read in a narrow column. */
  isNarrow?: boolean;
  /** The content is a list that scrolls itself. */
  hasList?: boolean;
}

/** The layout of a host screen: title, back button, and scrolling content. */
export function Page({ title, children, action, isNarrow = false, hasList = false }: PageProps) {
  const { colors, space } = useTheme();
  const { isWide } = useLayout();
  const focusRef = useScreenFocus();
  const column = (
    <View
      style={{
        flexGrow: 1,
        // A list scrolls only where its height is limited.
        ...(hasList && { flexShrink: 1, flexBasis: 0 }),
        width: '100%',
        maxWidth: isNarrow ? 640 : 1080,
        gap: space(5),
        padding: space(isWide ? 8 : 4),
        paddingTop: space(isWide ? 8 : 3),
        ...(hasList && { paddingBottom: 0 }),
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
  );
  return (
    <View
      ref={focusRef}
      role="main"
      tabIndex={-1}
      style={{ flex: 1, backgroundColor: colors.background, ...NO_FOCUS_RING }}
    >
      {hasList ? (
        <View style={{ flex: 1, alignItems: 'center' }}>{column}</View>
      ) : (
        <ScrollView
          keyboardShouldPersistTaps="handled"
          contentContainerStyle={{ flexGrow: 1, alignItems: 'center' }}
        >
          {column}
        </ScrollView>
      )}
    </View>
  );
}

function BackButton() {
  const navigation = useNavigation();
  const { space } = useTheme();
  const t = useMessages(HOME);
  if (!navigation.canGoBack()) return null;
  return (
    <View style={{ marginStart: -space(2) }}>
      <IconButton icon="arrow-start" label={t('back')} onPress={() => navigation.goBack()} />
    </View>
  );
}
