import type { CatalogEntry } from '@host/contracts';
import type { CatalogPage } from '@host/host-runtime';
import { useCallback, useEffect, useRef, useState } from 'react';

import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';

/** Why there is no catalog, as the messages of the first screen have it. */
type CatalogProblem = 'checkConnection' | 'notYourFault';

/** The catalog as far as it was fetched. */
interface CatalogState {
  /** Undefined until the first page has arrived. */
  apps: readonly CatalogEntry[] | undefined;
  /** Which text says what to do about it. */
  error: CatalogProblem | undefined;
  reload: () => void;
  /** Undefined when everything is there. */
  loadMore: (() => Promise<void>) | undefined;
  isLoadingMore: boolean;
}

/** People type faster than it is worth asking. */
const TYPING_MS = 200;

/** Fetches the catalog, or what in it fits a search; again when the device is back online, and in another language. */
export function useCatalog(search: string): CatalogState {
  const { host, isOnline, language, takeFirstCatalog } = useServices();
  const { locale } = useStore(language.current);
  const connected = useStore(isOnline);
  const [first] = useState(() => takeFirstCatalog?.());
  const [pages, setPages] = useState<readonly CatalogPage[] | undefined>(first && [first]);
  const isFirst = useRef(first !== undefined);
  const [error, setError] = useState<CatalogProblem>();
  const [attempt, setAttempt] = useState(0);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const searchShown = useRef(search);

  useEffect(() => {
    // It has come with the page.
    if (isFirst.current) {
      isFirst.current = false;
      return undefined;
    }
    let isCurrent = true;
    const isTyping = search !== '' && searchShown.current !== search;
    const timer = setTimeout(
      () => {
        searchShown.current = search;
        host.catalog(search === '' ? {} : { q: search }).then(
          (page) => {
            if (!isCurrent) return undefined;
            setError(undefined);
            return setPages([page]);
          },
          (failure: unknown) => isCurrent && setError(problemOf(failure)),
        );
      },
      isTyping ? TYPING_MS : 0,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // Names are in the language that is spoken.
  }, [host, search, attempt, connected, locale]);

  const reload = useCallback(() => {
    setError(undefined);
    setPages(undefined);
    setAttempt((count) => count + 1);
  }, []);

  const cursor = pages?.at(-1)?.nextCursor;
  const loadMore = async () => {
    if (cursor === undefined) return;
    setLoadingMore(true);
    try {
      const page = await host.catalog({ cursor, ...(search !== '' && { q: search }) });
      setPages((before) => [...(before ?? []), page]);
    } catch (failure) {
      setError(problemOf(failure));
    } finally {
      setLoadingMore(false);
    }
  };

  return {
    apps: pages?.flatMap(({ items }) => items),
    error,
    reload,
    loadMore: cursor === undefined ? undefined : loadMore,
    isLoadingMore,
  };
}

function problemOf(failure: unknown): CatalogProblem {
  const { code } = failure as { code?: string };
  return code === 'network' || code === 'offline' ? 'checkConnection' : 'notYourFault';
}
