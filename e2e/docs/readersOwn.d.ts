import type { Notification } from '@host/contracts';
import type { ThemeOverrides } from '@host/kit/theme';
import type { ComponentType } from 'react';

declare global {
  /** Who is signed in. */
  const session: { current?: { accessToken: string } };
  /** What their device has from the gateway. */
  const key: string;
  /** The navigation of their app. */
  function navigate(screen: string, params: object): void;
  const App: ComponentType;
  /** What their app does when a button of a notification was pressed. */
  function answer(actionId: string, notification: Notification): void;
  const toast: { show(text: string): void };
  const ourTheme: ThemeOverrides;
}
