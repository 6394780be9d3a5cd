import type { CatalogEntry } from '@host/contracts';
import type { CatalogPage } from '@host/host-runtime';
import { useCallback, useEffect, useRef, useState } from 'react';

import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';

/** Why the catalog failed to load, as the key of a message of the first screen. */
type CatalogProblem = 'checkConnection' | 'notYourFault';

/** The pages of the catalog that were fetched so far. */
interface CatalogState {
  /** Undefined until the first page has loaded. */
  apps: readonly CatalogEntry[] | undefined;
  /** The message that says what to do about it. */
  error: CatalogProblem | undefined;
  reload: () => void;
  /** Undefined after the last page. */
  loadMore: (() => Promise<void>) | undefined;
  isLoadingMore: boolean;
}

/** Debounces the search while the person types. */
const TYPING_MS = 200;

/** Fetches the catalog, filtered by a search; again when the device is back online or the language changes. */
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
    // `takeFirstCatalog` gave the first page already.
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
    // Names depend on the language.
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
