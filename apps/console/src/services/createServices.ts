import { type ApiClient, createApiClient } from '@host/api-client';
import { QueryClient } from '@tanstack/react-query';

import { type Navigation, createNavigation } from '../navigation/createNavigation.ts';
import { type Session, createSession } from '../session/createSession.ts';
import { type Appearance, createAppearance } from '../theme/createAppearance.ts';
import { type Toasts, createToasts } from '../toasts/createToasts.ts';

/** What screens work with. */
export interface Services {
  client: ApiClient;
  session: Session;
  navigation: Navigation;
  appearance: Appearance;
  toasts: Toasts;
  queries: QueryClient;
}

/** How long a call may take with its retries, before somebody is told that it failed. */
const MAX_CALL_MS = 12_000;

/** Puts together what the console works with, for one page. */
export function createServices(page: Window & typeof globalThis): Services {
  const client = createApiClient({
    baseUrl: page.location.origin,
    onConsole: true,
    timeoutMs: MAX_CALL_MS,
    fetch: async (url, init) => {
      const response = await page.fetch(url, init);
      if (response.status === 401) session.end();
      return response;
    },
  });
  const session = createSession(client);

  const queries = new QueryClient({
    defaultOptions: {
      // The client tries again itself where that is of use, and says so when there is no network.
      queries: { retry: false, staleTime: 5000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  // What one person was shown is not for the next.
  session.state.subscribe(() => {
    if (session.state.get().is === 'out') queries.clear();
  });

  return {
    client,
    session,
    queries,
    navigation: createNavigation(page),
    appearance: createAppearance(page.localStorage, page.document.documentElement),
    toasts: createToasts(),
  };
}
