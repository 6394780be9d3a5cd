import { Spinner } from '@host/kit';
import { type ComponentType, Suspense, lazy } from 'react';

import type { ScreenName } from '../links/routes.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { HomeScreen } from '../screens/HomeScreen.tsx';
import { MiniAppScreen } from '../screens/MiniAppScreen.tsx';
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx';
import { BRAND } from '../theme/brand.ts';

/** Every screen of the host with its title. What few people need first comes when it is opened. */
export const SCREENS: {
  readonly [Name in ScreenName]: readonly [
    title: string,
    component: ComponentType<ScreenProps<Name>>,
  ];
} = {
  Home: [BRAND.name, HomeScreen],
  MiniApp: ['Mini-app', MiniAppScreen],
  Order: ['Order', later(async () => (await import('../screens/OrderScreen.tsx')).OrderScreen)],
  Promo: ['Offer', later(async () => (await import('../screens/PromoScreen.tsx')).PromoScreen)],
  SignIn: [
    'Sign in',
    later(async () => (await import('../screens/SignInScreen.tsx')).SignInScreen),
  ],
  ForgotPassword: [
    'Forgot your password?',
    later(async () => (await import('../screens/ForgotPasswordScreen.tsx')).ForgotPasswordScreen),
  ],
  ResetPassword: [
    'Choose a new password',
    later(async () => (await import('../screens/ResetPasswordScreen.tsx')).ResetPasswordScreen),
  ],
  VerifyEmail: [
    'Verify your address',
    later(async () => (await import('../screens/VerifyEmailScreen.tsx')).VerifyEmailScreen),
  ],
  ConfirmAccount: [
    'Confirm your account',
    later(async () => (await import('../screens/ConfirmAccountScreen.tsx')).ConfirmAccountScreen),
  ],
  Settings: [
    'Settings',
    later(async () => (await import('../screens/SettingsScreen.tsx')).SettingsScreen),
  ],
  ChangeEmail: [
    'Change e-mail address',
    later(async () => (await import('../screens/ChangeEmailScreen.tsx')).ChangeEmailScreen),
  ],
  ChangePassword: [
    'Change password',
    later(async () => (await import('../screens/ChangePasswordScreen.tsx')).ChangePasswordScreen),
  ],
  Sessions: [
    'Where you are signed in',
    later(async () => (await import('../screens/SessionsScreen.tsx')).SessionsScreen),
  ],
  Notifications: [
    'Notifications',
    later(async () => (await import('../screens/NotificationsScreen.tsx')).NotificationsScreen),
  ],
  NotificationSettings: [
    'Notifications',
    later(
      async () =>
        (await import('../screens/NotificationSettingsScreen.tsx')).NotificationSettingsScreen,
    ),
  ],
  AppSettings: [
    'Settings',
    later(async () => (await import('../screens/AppSettingsScreen.tsx')).AppSettingsScreen),
  ],
  Gallery: [
    'UI kit',
    later(async () => (await import('../screens/GalleryScreen.tsx')).GalleryScreen),
  ],
  Develop: [
    'In development',
    later(async () => (await import('../screens/DevelopScreen.tsx')).DevelopScreen),
  ],
  NotFound: ['Not found', NotFoundScreen],
};

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
