import { Spinner } from '@host/kit';
import { type ComponentType, Suspense, lazy } from 'react';

import type { ScreenName } from '../links/routes.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { HomeScreen } from '../screens/HomeScreen.tsx';
import { MiniAppScreen } from '../screens/MiniAppScreen.tsx';
import { NotFoundScreen } from '../screens/NotFoundScreen.tsx';
import type { TITLES } from '../messages/titles.ts';

/** Every screen of the host with its title (the brand name by default). Rarely opened screens are loaded lazily. */
export const SCREENS: {
  readonly [Name in ScreenName]: readonly [
    title: keyof typeof TITLES.texts | undefined,
    component: ComponentType<ScreenProps<Name>>,
  ];
} = {
  Home: [undefined, HomeScreen],
  MiniApp: ['miniApp', MiniAppScreen],
  Order: ['order', later(async () => (await import('../screens/OrderScreen.tsx')).OrderScreen)],
  Promo: ['offer', later(async () => (await import('../screens/PromoScreen.tsx')).PromoScreen)],
  SignIn: ['signIn', later(async () => (await import('../screens/SignInScreen.tsx')).SignInScreen)],
  ForgotPassword: [
    'forgotPassword',
    later(async () => (await import('../screens/ForgotPasswordScreen.tsx')).ForgotPasswordScreen),
  ],
  ResetPassword: [
    'resetPassword',
    later(async () => (await import('../screens/ResetPasswordScreen.tsx')).ResetPasswordScreen),
  ],
  VerifyEmail: [
    'verifyEmail',
    later(async () => (await import('../screens/VerifyEmailScreen.tsx')).VerifyEmailScreen),
  ],
  ConfirmAccount: [
    'confirmAccount',
    later(async () => (await import('../screens/ConfirmAccountScreen.tsx')).ConfirmAccountScreen),
  ],
  Settings: [
    'settings',
    later(async () => (await import('../screens/SettingsScreen.tsx')).SettingsScreen),
  ],
  ChangeEmail: [
    'changeEmail',
    later(async () => (await import('../screens/ChangeEmailScreen.tsx')).ChangeEmailScreen),
  ],
  ChangePassword: [
    'changePassword',
    later(async () => (await import('../screens/ChangePasswordScreen.tsx')).ChangePasswordScreen),
  ],
  Sessions: [
    'sessions',
    later(async () => (await import('../screens/SessionsScreen.tsx')).SessionsScreen),
  ],
  Notifications: [
    'notifications',
    later(async () => (await import('../screens/NotificationsScreen.tsx')).NotificationsScreen),
  ],
  NotificationSettings: [
    'notifications',
    later(
      async () =>
        (await import('../screens/NotificationSettingsScreen.tsx')).NotificationSettingsScreen,
    ),
  ],
  AppSettings: [
    'settings',
    later(async () => (await import('../screens/AppSettingsScreen.tsx')).AppSettingsScreen),
  ],
  Gallery: [
    'gallery',
    later(async () => (await import('../screens/GalleryScreen.tsx')).GalleryScreen),
  ],
  Develop: [
    'develop',
    later(async () => (await import('../screens/DevelopScreen.tsx')).DevelopScreen),
  ],
  NotFound: ['notFound', NotFoundScreen],
};

function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Screen = lazy(async () => ({ default: await load() }));
  return function Later(props: Props) {
    return (
      <Suspense fallback={<Spinner />}>
        <Screen {...props} />
      </Suspense>
    );
  };
}
