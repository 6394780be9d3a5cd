import type { ConsoleSession, TokenScope } from '@host/contracts';

import type { IconName } from '../components/Icon.tsx';
import { type RouteName, hrefOf } from '../navigation/routes.ts';
import { may } from '../session/createSession.ts';

/** A screen that can be reached from everywhere. */
export interface Section {
  /** The routes that are part of it; the first is where it leads. */
  routes: readonly [SectionRoute, ...RouteName[]];
  title: string;
  icon: IconName;
  /** The scope without which it is not shown. */
  scope: TokenScope;
  /** The second key after `g`. */
  key: string;
  group: 'Run' | 'Reach' | 'Govern';
}

type SectionRoute =
  | 'overview'
  | 'miniApps'
  | 'reviews'
  | 'crashes'
  | 'publishers'
  | 'compose'
  | 'messages'
  | 'tokens'
  | 'serverKeys'
  | 'audit';

const SECTIONS: readonly Section[] = [
  {
    routes: ['overview'],
    title: 'Overview',
    icon: 'overview',
    scope: 'read',
    key: 'o',
    group: 'Run',
  },
  {
    routes: ['miniApps', 'miniApp', 'miniAppTab', 'version', 'collection'],
    title: 'Mini-apps',
    icon: 'apps',
    scope: 'read',
    key: 'm',
    group: 'Run',
  },
  {
    routes: ['reviews', 'review'],
    title: 'Review',
    icon: 'review',
    scope: 'read',
    key: 'r',
    group: 'Run',
  },
  {
    routes: ['crashes', 'crash'],
    title: 'Crashes',
    icon: 'crash',
    scope: 'read',
    key: 'x',
    group: 'Run',
  },
  {
    routes: ['publishers'],
    title: 'Publishers',
    icon: 'people',
    scope: 'read',
    key: 'p',
    group: 'Run',
  },
  { routes: ['compose'], title: 'Compose', icon: 'send', scope: 'push', key: 'c', group: 'Reach' },
  {
    routes: ['messages', 'message'],
    title: 'Messages',
    icon: 'messages',
    scope: 'push',
    key: 's',
    group: 'Reach',
  },
  {
    routes: ['tokens'],
    title: 'Tokens',
    icon: 'key',
    scope: 'admin',
    key: 't',
    group: 'Govern',
  },
  {
    routes: ['serverKeys'],
    title: 'Server keys',
    icon: 'system',
    scope: 'admin',
    key: 'k',
    group: 'Govern',
  },
  { routes: ['audit'], title: 'Audit', icon: 'audit', scope: 'admin', key: 'a', group: 'Govern' },
];

/** The screens that somebody may see, in the order of the navigation. */
export function sectionsFor(session: Pick<ConsoleSession, 'scopes'>): Section[] {
  return SECTIONS.filter(({ scope }) => may(session, scope));
}

/** Where a section leads. */
export function hrefOfSection({ routes: [route] }: Section): string {
  return hrefOf(route, {});
}
