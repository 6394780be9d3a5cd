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
  /** Not for who has some mini-apps only. */
  platformWide?: boolean;
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
  | 'devices'
  | 'topics'
  | 'people'
  | 'tokens'
  | 'serverKeys'
  | 'publisherKeys'
  | 'sessions'
  | 'audit'
  | 'system';

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
    icon: 'publisher',
    scope: 'read',
    key: 'p',
    group: 'Run',
  },
  { routes: ['compose'], title: 'Compose', icon: 'send', scope: 'push', key: 'c', group: 'Reach' },
  {
    routes: ['messages', 'message', 'trace'],
    title: 'Messages',
    icon: 'messages',
    scope: 'read',
    key: 's',
    group: 'Reach',
  },
  {
    routes: ['devices', 'device'],
    title: 'Devices',
    icon: 'devices',
    scope: 'read',
    platformWide: true,
    key: 'd',
    group: 'Reach',
  },
  {
    routes: ['topics', 'topic'],
    title: 'Topics',
    icon: 'topics',
    scope: 'read',
    platformWide: true,
    key: 'h',
    group: 'Reach',
  },
  {
    routes: ['people', 'person'],
    title: 'People',
    icon: 'people',
    scope: 'admin',
    key: 'u',
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
  {
    routes: ['publisherKeys'],
    title: 'Publisher keys',
    icon: 'check',
    scope: 'read',
    key: 'e',
    group: 'Govern',
  },
  {
    routes: ['sessions'],
    title: 'Sessions',
    icon: 'session',
    scope: 'admin',
    key: 'i',
    group: 'Govern',
  },
  { routes: ['audit'], title: 'Audit', icon: 'audit', scope: 'admin', key: 'a', group: 'Govern' },
  {
    routes: ['system'],
    title: 'System',
    icon: 'pulse',
    scope: 'admin',
    key: 'y',
    group: 'Govern',
  },
];

/** The screens that somebody may see, in the order of the navigation. */
export function sectionsFor(session: Pick<ConsoleSession, 'scopes' | 'apps'>): Section[] {
  return SECTIONS.filter(
    ({ scope, platformWide = false }) =>
      may(session, scope) && !(platformWide && session.apps !== undefined),
  );
}

/** Where a section leads. */
export function hrefOfSection({ routes: [route] }: Section): string {
  return hrefOf(route, {});
}
