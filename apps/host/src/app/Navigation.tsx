import { NavigationContainer, Spinner } from '@host/kit';
import { createNavigationContainerRef } from '@react-navigation/native';
import { createNativeStackNavigator } from '@react-navigation/native-stack';
import { type ComponentType, Suspense, lazy, useEffect } from 'react';

import { linking } from '../links/linking.ts';
import type { Route, Screens } from '../links/routes.ts';
import { HomeScreen } from '../screens/HomeScreen.tsx';
import { MiniAppScreen } from '../screens/MiniAppScreen.tsx';
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../services/useStore.ts';
import { BRAND } from '../theme/brand.ts';
import { Shell } from './Shell.tsx';

const Stack = createNativeStackNavigator<Screens>();
const navigationRef = createNavigationContainerRef<Screens>();

// What few people need first comes when it is opened.
const OrderScreen = later(async () => (await import('../screens/OrderScreen.tsx')).OrderScreen);
const PromoScreen = later(async () => (await import('../screens/PromoScreen.tsx')).PromoScreen);
const SignInScreen = later(async () => (await import('../screens/SignInScreen.tsx')).SignInScreen);
const SettingsScreen = later(
  async () => (await import('../screens/SettingsScreen.tsx')).SettingsScreen,
);
const AppSettingsScreen = later(
  async () => (await import('../screens/AppSettingsScreen.tsx')).AppSettingsScreen,
);
const GalleryScreen = later(
  async () => (await import('../screens/GalleryScreen.tsx')).GalleryScreen,
);
const DevelopScreen = later(
  async () => (await import('../screens/DevelopScreen.tsx')).DevelopScreen,
);

/** The screens of the host, and how they follow each other. */
export function Navigation() {
  useLoginPrompts();
  return (
    <NavigationContainer
      ref={navigationRef as never}
      linking={linking as never}
      fallback={<Spinner label="Loading" />}
      documentTitle={{ formatter: (options) => titleOf(options?.title) }}
    >
      <Stack.Navigator
        screenOptions={{ headerShown: false }}
        layout={({ state, descriptors, children }) => (
          <Shell
            route={state.routes[state.index] as Route}
            options={descriptors[state.routes[state.index]?.key ?? '']?.options}
            navigation={navigationRef}
          >
            {children}
          </Shell>
        )}
      >
        <Stack.Screen name="Home" component={HomeScreen} options={{ title: BRAND.name }} />
        <Stack.Screen name="MiniApp" component={MiniAppScreen} options={{ title: 'Mini-app' }} />
        <Stack.Screen name="Order" component={OrderScreen} options={{ title: 'Order' }} />
        <Stack.Screen name="Promo" component={PromoScreen} options={{ title: 'Offer' }} />
        <Stack.Screen name="SignIn" component={SignInScreen} options={{ title: 'Sign in' }} />
        <Stack.Screen name="Settings" component={SettingsScreen} options={{ title: 'Settings' }} />
        <Stack.Screen
          name="AppSettings"
          component={AppSettingsScreen}
          options={{ title: 'Settings' }}
        />
        <Stack.Screen name="Gallery" component={GalleryScreen} options={{ title: 'UI kit' }} />
        <Stack.Screen
          name="Develop"
          component={DevelopScreen}
          options={{ title: 'In development' }}
        />
        <Stack.Screen name="NotFound" component={NotFoundScreen} options={{ title: 'Not found' }} />
      </Stack.Navigator>
    </NavigationContainer>
  );
}

/** Shows the sign-in above the mini-app that asks for it. */
function useLoginPrompts(): void {
  const prompt = useStore(useServices().logins.current);
  useEffect(() => {
    if (prompt && navigationRef.isReady()) navigationRef.navigate('SignIn', {});
  }, [prompt]);
}

function titleOf(title: string | undefined): string {
  return title === undefined || title === BRAND.name ? BRAND.name : `${title} · ${BRAND.name}`;
}

function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Screen = lazy(async () => ({ default: await load() }));
  return function Later(props: Props) {
    return (
      <Suspense fallback={<Spinner label="Loading" />}>
        <Screen {...props} />
      </Suspense>
    );
  };
}
