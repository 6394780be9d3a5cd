import { type ComponentType, lazy } from 'react';

import type { RouteName } from '../navigation/routes.ts';

/** What every screen is given. */
type ScreenComponent = ComponentType<{ params: Readonly<Record<string, string>> }>;

type Load = () => Promise<{ default: ScreenComponent }>;

const loadMiniApp: Load = () => import('../screens/MiniAppScreen.tsx');

/** What loads the screen of every route. */
const LOADS: Partial<Record<RouteName, Load>> = {
  overview: () => import('../screens/OverviewScreen.tsx'),
  miniApps: () => import('../screens/MiniAppsScreen.tsx'),
  miniApp: loadMiniApp,
  miniAppTab: loadMiniApp,
  version: () => import('../screens/VersionScreen.tsx'),
  collection: () => import('../screens/CollectionScreen.tsx'),
  reviews: () => import('../screens/ReviewsScreen.tsx'),
  review: () => import('../screens/ReviewScreen.tsx'),
  crashes: () => import('../screens/CrashesScreen.tsx'),
  crash: () => import('../screens/CrashScreen.tsx'),
  publishers: () => import('../screens/PublishersScreen.tsx'),
  compose: () => import('../screens/ComposeScreen.tsx'),
  messages: () => import('../screens/MessagesScreen.tsx'),
  message: () => import('../screens/MessageScreen.tsx'),
  trace: () => import('../screens/TraceScreen.tsx'),
  devices: () => import('../screens/DevicesScreen.tsx'),
  device: () => import('../screens/DeviceScreen.tsx'),
  people: () => import('../screens/PeopleScreen.tsx'),
  person: () => import('../screens/PersonScreen.tsx'),
  topics: () => import('../screens/TopicsScreen.tsx'),
  topic: () => import('../screens/TopicScreen.tsx'),
  tokens: () => import('../screens/TokensScreen.tsx'),
  serverKeys: () => import('../screens/ServerKeysScreen.tsx'),
  publisherKeys: () => import('../screens/PublisherKeysScreen.tsx'),
  sessions: () => import('../screens/SessionsScreen.tsx'),
  audit: () => import('../screens/AuditScreen.tsx'),
  system: () => import('../screens/SystemScreen.tsx'),
};

// One component for each load: a tab of a mini-app is the same screen as the mini-app.
const components = new Map([...new Set(Object.values(LOADS))].map((load) => [load, lazy(load)]));

/** The screen of a route, or undefined. */
export function screenOf(name: RouteName | undefined): ScreenComponent | undefined {
  const load = name === undefined ? undefined : LOADS[name];
  return load && components.get(load);
}

/** Loads all screens while nothing else is to be done: the next one opens at once, and without a network, too. */
export function loadScreensAhead(): void {
  const later = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 2000));
  later(() => {
    // One that fails is tried again when it is opened.
    for (const load of components.keys()) load().catch(() => {});
  });
}
