import { NavigationContainer, Spinner } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { createNativeStackNavigator } from '@react-navigation/native-stack';
import { type ComponentType, useEffect } from 'react';

import { linking } from '../links/linking.ts';
import type { Route, ScreenName, Screens } from '../links/routes.ts';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import { withCount } from '../text/withCount.ts';
import { BRAND } from '../theme/brand.ts';
import { navigationRef } from '../navigation/navigationRef.ts';
import { SCREENS } from './screens.tsx';
import { Shell } from './Shell.tsx';
import { useTitleCount } from './useTitleCount.ts';
import { TITLES } from '../messages/titles.ts';

const Stack = createNativeStackNavigator<Screens>();
/** The host's stack of screens. */
export function Navigation() {
  useLoginPrompts();
  const { unreadCount } = useServices().push;
  useTitleCount(unreadCount);
  const t = useMessages(TITLES);
  return (
    <NavigationContainer
      ref={navigationRef as never}
      linking={linking as never}
      fallback={<Spinner />}
      documentTitle={{
        formatter: (options) => withCount(titleOf(options?.title), unreadCount.get()),
      }}
    >
      <Stack.Navigator
        screenOptions={{ headerShown: false }}
        layout={({ state, children }) => (
          <Shell route={state.routes[state.index] as Route} navigation={navigationRef}>
            {children}
          </Shell>
        )}
      >
        {Object.entries(SCREENS).map(([name, [title, component]]) => (
          <Stack.Screen
            key={name}
            name={name as ScreenName}
            component={component as ComponentType<object>}
            options={{ title: title === undefined ? BRAND.name : t(title) }}
          />
        ))}
      </Stack.Navigator>
    </NavigationContainer>
  );
}

/** Shows the sign-in screen over the mini-app that requests it. */
function useLoginPrompts(): void {
  const prompt = useStore(useServices().logins.current);
  useEffect(() => {
    if (prompt && navigationRef.isReady()) navigationRef.navigate('SignIn', {});
  }, [prompt]);
}

function titleOf(title: string | undefined): string {
  return title === undefined || title === BRAND.name ? BRAND.name : `${title} · ${BRAND.name}`;
}
