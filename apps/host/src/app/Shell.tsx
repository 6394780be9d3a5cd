import { useTheme } from '@host/kit';
import type { ReactNode } from 'react';
import { View } from 'react-native';

import { OfflineBanner } from '../components/OfflineBanner.tsx';
import { LatePushLayer } from '../components/push/LatePushLayer.tsx';
import { SideBar, type SideBarProps } from '../components/SideBar.tsx';
import { useLayout } from '../components/useLayout.ts';

/** What surrounds every screen: a side bar on wide windows, notification banners, and the offline banner. */
export function Shell({ children, ...place }: SideBarProps & { children: ReactNode }) {
  const { colors } = useTheme();
  const { isWide } = useLayout();
  return (
    <View style={{ flex: 1, flexDirection: 'row', backgroundColor: colors.background }}>
      {isWide ? <SideBar {...place} /> : null}
      <View style={{ flex: 1 }}>
        <OfflineBanner />
        <View style={{ flex: 1 }}>{children}</View>
        <LatePushLayer isInCenter={place.route.name === 'Notifications'} />
      </View>
    </View>
  );
}
