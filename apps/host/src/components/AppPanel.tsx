import type { Resolution } from '@host/contracts';
import { useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { ScrollView, View } from 'react-native';

import { AppDetails } from './AppDetails.tsx';
import { AppHeading } from './AppHeading.tsx';
import { MINI_APP } from '../messages/miniApp.ts';

const WIDTH = 340;

/** The details panel beside an open mini-app on wide windows: its heading and permissions. */
export function AppPanel({ app }: { app: Resolution }) {
  const { colors, space } = useTheme();
  const t = useMessages(MINI_APP);
  return (
    <View
      role="complementary"
      aria-label={t('aboutName', { name: app.name })}
      style={{
        width: WIDTH,
        borderStartWidth: 1,
        borderColor: colors.border,
        backgroundColor: colors.surface,
      }}
    >
      <ScrollView contentContainerStyle={{ gap: space(6), padding: space(6) }}>
        <AppHeading app={app} />
        <AppDetails appId={app.appId} permissions={app.permissions} />
      </ScrollView>
    </View>
  );
}
