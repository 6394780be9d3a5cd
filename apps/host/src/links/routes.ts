import { type MiniAppTarget, miniAppTarget, parseDeepLink } from '@host/contracts';
import type { Params } from '@host/host-runtime';

/** The screens of the host and their parameters. */
export type Screens = {
  Home: undefined;
  MiniApp: { appId: string; params?: Params };
  Order: { id: string };
  Promo: { id: string };
  SignIn: { mode?: 'sign-in' | 'sign-up' } | undefined;
  ForgotPassword: undefined;
  /** The screens that links in e-mails open. */
  ResetPassword: undefined;
  VerifyEmail: undefined;
  ConfirmAccount: undefined;
  Notifications: undefined;
  Settings: undefined;
  NotificationSettings: undefined;
  ChangeEmail: undefined;
  ChangePassword: undefined;
  /** The person's active sessions. */
  Sessions: undefined;
  AppSettings: { appId: string };
  Gallery: undefined;
  /** A mini-app that `miniapp start` serves. */
  Develop: { url?: string } | undefined;
  NotFound: { path: string };
};

export type ScreenName = keyof Screens;

/** A screen with its parameters. */
export type Route = {
  [Name in ScreenName]: undefined extends Screens[Name]
    ? { name: Name; params?: Screens[Name] }
    : { name: Name; params: Screens[Name] };
}[ScreenName];

/**
 * The screen for a path: a deep link without its scheme, or the path in the address bar relative to the host.
 *
 * @example
 * routeOf('order/1001'); // { name: 'Order', params: { id: '1001' } }
 */
export function routeOf(path: string): Route {
  const address = path.replace(/[?#].*/s, '');
  if (address === '' || address === '/') return { name: 'Home' };
  const link = parseDeepLink(path);
  const target = miniAppTarget(link);
  if (target) return miniAppRoute(target);
  const [first, second, ...rest] = link?.parts ?? [];
  if (rest.length === 0 && second !== undefined) {
    if (first === 'order') return { name: 'Order', params: { id: second } };
    if (first === 'promo') return { name: 'Promo', params: { id: second } };
    if (first === 'settings') return settingsRoute(second);
  }
  if (first !== undefined && second === undefined) {
    if (first === 'notifications') return { name: 'Notifications' };
    if (first === 'settings') return { name: 'Settings' };
    if (first === 'forgot-password') return { name: 'ForgotPassword' };
    if (first === 'reset-password') return { name: 'ResetPassword' };
    if (first === 'verify-email') return { name: 'VerifyEmail' };
    if (first === 'confirm-account') return { name: 'ConfirmAccount' };
    if (first === 'gallery') return { name: 'Gallery' };
    if (first === 'develop') return developRoute(link?.query.get('url'));
    if (first === 'sign-in' || first === 'sign-up') {
      return { name: 'SignIn', params: { mode: first } };
    }
  }
  return { name: 'NotFound', params: { path: address } };
}

/** The path of a screen, as in the address bar; the inverse of `routeOf`. */
export function pathOf(route: Route): string {
  switch (route.name) {
    case 'Home':
      return '';
    case 'MiniApp':
      return `miniapp/${encodeURIComponent(route.params.appId)}${queryOf(route.params.params)}`;
    case 'Order':
      return `order/${encodeURIComponent(route.params.id)}`;
    case 'Promo':
      return `promo/${encodeURIComponent(route.params.id)}`;
    case 'SignIn':
      return route.params?.mode ?? 'sign-in';
    case 'ForgotPassword':
      return 'forgot-password';
    case 'ResetPassword':
      return 'reset-password';
    case 'VerifyEmail':
      return 'verify-email';
    case 'ConfirmAccount':
      return 'confirm-account';
    case 'Notifications':
      return 'notifications';
    case 'Settings':
      return 'settings';
    case 'NotificationSettings':
      return 'settings/notifications';
    case 'ChangeEmail':
      return 'settings/email';
    case 'ChangePassword':
      return 'settings/password';
    case 'Sessions':
      return 'settings/sessions';
    case 'AppSettings':
      return `settings/${encodeURIComponent(route.params.appId)}`;
    case 'Gallery':
      return 'gallery';
    case 'Develop':
      return `develop${queryOf(route.params)}`;
    default:
      return route.params.path;
  }
}

/** An appId contains dots, so it never collides with the name of a settings page. */
function settingsRoute(page: string): Route {
  if (page === 'notifications') return { name: 'NotificationSettings' };
  if (page === 'email') return { name: 'ChangeEmail' };
  if (page === 'password') return { name: 'ChangePassword' };
  if (page === 'sessions') return { name: 'Sessions' };
  return { name: 'AppSettings', params: { appId: page } };
}

function miniAppRoute({ appId, params }: MiniAppTarget): Route {
  const hasParams = Object.keys(params).length > 0;
  return { name: 'MiniApp', params: { appId, ...(hasParams && { params }) } };
}

function developRoute(url: string | undefined): Route {
  return { name: 'Develop', ...(url !== undefined && { params: { url } }) };
}

/** Only values that fit into a URL: others are set by code and are lost on reload. */
function queryOf(params: Params = {}): string {
  const texts = Object.entries(params).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts).toString()}`;
}
