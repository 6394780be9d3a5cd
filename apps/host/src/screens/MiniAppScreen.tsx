import type { Resolution } from '@host/contracts';
import { Text, useTheme } from '@host/kit';
import { MiniApp, type OpenState } from '@host/host-runtime';
import { useIsFocused } from '@react-navigation/native';
import { Suspense, lazy, useCallback, useEffect, useState } from 'react';
import { View } from 'react-native';

import { AppBar } from '../components/AppBar.tsx';
import { MiniAppFrame } from '../components/MiniAppFrame.tsx';
import { useLayout } from '../components/useLayout.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

// Lazy: the panel and the menu may load after the mini-app.
const AppPanel = lazy(async () => ({
  default: (await import('../components/AppPanel.tsx')).AppPanel,
}));
const CapsuleMenu = lazy(async () => ({
  default: (await import('../components/CapsuleMenu.tsx')).CapsuleMenu,
}));

/** The heading for screen readers until the mini-app renders one. */
const FOR_SCREEN_READERS = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
} as const;

/** A mini-app with the host's controls above it. */
export function MiniAppScreen({ navigation, route }: ScreenProps<'MiniApp'>) {
  const { appId, params } = route.params;
  const { colors } = useTheme();
  const { isVeryWide } = useLayout();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isMenuKnown, setMenuKnown] = useState(false);
  const [openings, setOpenings] = useState(0);
  // The name and icon come from the resolution that opening used, so they match the running version without another request.
  const [about, setAbout] = useState<Resolution>();
  const name = about?.name ?? appId;
  const [isReady, setReady] = useState(false);
  const follow = useCallback((state: OpenState) => {
    setReady(state.phase === 'ready');
    if ('resolution' in state) setAbout(state.resolution);
  }, []);
  useEffect(() => navigation.setOptions({ title: name }), [navigation, name]);

  const close = () => {
    if (navigation.canGoBack()) navigation.goBack();
    else navigation.replace('Home');
  };
  return (
    <View style={{ flex: 1, flexDirection: 'row', backgroundColor: colors.background }}>
      <MiniAppFrame name={name}>
        <AppBar
          name={name}
          icon={about?.icon}
          publisher={about?.publisher}
          onMenu={() => {
            setMenuKnown(true);
            setMenuOpen(true);
          }}
          onClose={close}
        />
        {isReady ? null : (
          <Text variant="title" style={FOR_SCREEN_READERS}>
            {name}
          </Text>
        )}
        <MiniApp
          key={`${appId} ${JSON.stringify(params)} ${openings}`}
          appId={appId}
          params={params}
          isVisible={useIsFocused()}
          onClose={close}
          onStateChange={follow}
        />
      </MiniAppFrame>
      <Suspense fallback={null}>
        {isVeryWide && about ? <AppPanel app={about} /> : null}
        {isMenuKnown ? (
          <CapsuleMenu
            appId={appId}
            app={about}
            isOpen={isMenuOpen}
            onClose={() => setMenuOpen(false)}
            onReload={() => setOpenings((count) => count + 1)}
          />
        ) : null}
      </Suspense>
    </View>
  );
}
