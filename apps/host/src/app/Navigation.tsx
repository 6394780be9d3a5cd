import { NavigationContainer, Spinner } from '@host/kit';
import { createNativeStackNavigator } from '@react-navigation/native-stack';
import { type ComponentType, Suspense, lazy, useEffect } from 'react';

import { linking } from '../links/linking.ts';
import type { Route, Screens } from '../links/routes.ts';
import { HomeScreen } from '../screens/HomeScreen.tsx';
import { MiniAppScreen } from '../screens/MiniAppScreen.tsx';
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import { withCount } from '../services/withCount.ts';
import { BRAND } from '../theme/brand.ts';
import { navigationRef } from '../navigation/navigationRef.ts';
import { Shell } from './Shell.tsx';
import { useTitleCount } from './useTitleCount.ts';

const Stack = createNativeStackNavigator<Screens>();
// What few people need first comes when it is opened.
const OrderScreen = later(async () => (await import('../screens/OrderScreen.tsx')).OrderScreen);
const PromoScreen = later(async () => (await import('../screens/PromoScreen.tsx')).PromoScreen);
const SignInScreen = later(async () => (await import('../screens/SignInScreen.tsx')).SignInScreen);
const ForgotPasswordScreen = later(
  async () => (await import('../screens/ForgotPasswordScreen.tsx')).ForgotPasswordScreen,
);
const ResetPasswordScreen = later(
  async () => (await import('../screens/ResetPasswordScreen.tsx')).ResetPasswordScreen,
);
const VerifyEmailScreen = later(
  async () => (await import('../screens/VerifyEmailScreen.tsx')).VerifyEmailScreen,
);
const ConfirmAccountScreen = later(
  async () => (await import('../screens/ConfirmAccountScreen.tsx')).ConfirmAccountScreen,
);
const SettingsScreen = later(
  async () => (await import('../screens/SettingsScreen.tsx')).SettingsScreen,
);
const ChangeEmailScreen = later(
  async () => (await import('../screens/ChangeEmailScreen.tsx')).ChangeEmailScreen,
);
const ChangePasswordScreen = later(
  async () => (await import('../screens/ChangePasswordScreen.tsx')).ChangePasswordScreen,
);
const SessionsScreen = later(
  async () => (await import('../screens/SessionsScreen.tsx')).SessionsScreen,
);
const NotificationsScreen = later(
  async () => (await import('../screens/NotificationsScreen.tsx')).NotificationsScreen,
);
const NotificationSettingsScreen = later(
  async () =>
    (await import('../screens/NotificationSettingsScreen.tsx')).NotificationSettingsScreen,
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
  const { unreadCount } = useServices().push;
  useTitleCount(unreadCount);
  return (
    <NavigationContainer
      ref={navigationRef as never}
      linking={linking as never}
      fallback={<Spinner label="Loading" />}
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
        <Stack.Screen name="Home" component={HomeScreen} options={{ title: BRAND.name }} />
        <Stack.Screen name="MiniApp" component={MiniAppScreen} options={{ title: 'Mini-app' }} />
        <Stack.Screen name="Order" component={OrderScreen} options={{ title: 'Order' }} />
        <Stack.Screen name="Promo" component={PromoScreen} options={{ title: 'Offer' }} />
        <Stack.Screen name="SignIn" component={SignInScreen} options={{ title: 'Sign in' }} />
        <Stack.Screen
          name="ForgotPassword"
          component={ForgotPasswordScreen}
          options={{ title: 'Forgot your password?' }}
        />
        <Stack.Screen
          name="ResetPassword"
          component={ResetPasswordScreen}
          options={{ title: 'Choose a new password' }}
        />
        <Stack.Screen
          name="VerifyEmail"
          component={VerifyEmailScreen}
          options={{ title: 'Verify your address' }}
        />
        <Stack.Screen
          name="ConfirmAccount"
          component={ConfirmAccountScreen}
          options={{ title: 'Confirm your account' }}
        />
        <Stack.Screen name="Settings" component={SettingsScreen} options={{ title: 'Settings' }} />
        <Stack.Screen
          name="ChangeEmail"
          component={ChangeEmailScreen}
          options={{ title: 'Change e-mail address' }}
        />
        <Stack.Screen
          name="ChangePassword"
          component={ChangePasswordScreen}
          options={{ title: 'Change password' }}
        />
        <Stack.Screen
          name="Sessions"
          component={SessionsScreen}
          options={{ title: 'Where you are signed in' }}
        />
        <Stack.Screen
          name="Notifications"
          component={NotificationsScreen}
          options={{ title: 'Notifications' }}
        />
        <Stack.Screen
          name="NotificationSettings"
          component={NotificationSettingsScreen}
          options={{ title: 'Notifications' }}
        />
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
