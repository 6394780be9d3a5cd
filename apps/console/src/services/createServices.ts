import { type ApiClient, createApiClient } from '@host/api-client';
import { CONSOLE_API_PATH } from '@host/contracts';
import { QueryClient } from '@tanstack/react-query';

import { type DraftStore, createDraftStore } from '../composer/createDraftStore.ts';
import { type Live, createLive } from '../live/createLive.ts';
import { isConcerned } from '../live/isConcerned.ts';
import { keepLive } from '../live/keepLive.ts';
import { type Navigation, createNavigation } from '../navigation/createNavigation.ts';
import { type Session, createSession, may } from '../session/createSession.ts';
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
  live: Live;
  drafts: DraftStore;
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
  const drafts = createDraftStore(page.localStorage);
  // What one person was shown or wrote is not for the next, who may sign in where a session ended by itself.
  let actor: string | undefined;
  session.state.subscribe(() => {
    const now = session.state.get();
    if (now.is === 'out') {
      queries.clear();
      drafts.forget();
    } else if (now.is === 'in') {
      if (actor !== undefined && actor !== now.session.actor) queries.clear();
      actor = now.session.actor;
      drafts.openFor(actor);
    }
  });

  const live = createLive({
    open: ({ onMessage, onLost }) => {
      const stream = new page.EventSource(`${CONSOLE_API_PATH}/v1/admin/events`);
      stream.addEventListener('message', ({ data }) => onMessage(String(data)));
      stream.addEventListener('error', onLost);
      return () => stream.close();
    },
    onChanges: (kinds) =>
      void queries.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey, kinds) }),
  });
  const updateLive = keepLive(live, page.document, () => {
    const now = session.state.get();
    return now.is === 'in' && may(now.session, 'read');
  });
  session.state.subscribe(updateLive);
  page.document.addEventListener('visibilitychange', updateLive);

  return {
    client,
    session,
    queries,
    live,
    drafts,
    navigation: createNavigation(page),
    appearance: createAppearance(page.localStorage, page.document.documentElement),
    toasts: createToasts(),
  };
}
