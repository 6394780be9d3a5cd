import { type Observable, createObservable } from '@host/contracts';

import { type Match, type Search, matchRoute, searchText } from './routes.ts';

/** Where somebody is. */
interface Place {
  path: string;
  match: Match | undefined;
  search: Readonly<Record<string, string>>;
}

/** The address bar, as screens use it. */
export interface Navigation {
  place: Observable<Place>;
  /** Goes to an address of the console. */
  go: (href: string, options?: { replace?: boolean }) => void;
  /** Changes what stands after the question mark, and stays on the screen. */
  setSearch: (change: Search) => void;
}

/** The part of a window that is used. */
export interface HistoryWindow {
  location: { pathname: string; search: string };
  history: {
    pushState(data: null, unused: string, url: string): void;
    replaceState(data: null, unused: string, url: string): void;
  };
  addEventListener(type: 'popstate', listener: () => void): void;
  scrollTo(x: number, y: number): void;
}

/** Follows the address bar, and changes it. */
export function createNavigation(page: HistoryWindow): Navigation {
  const place = createObservable(read());
  function read(): Place {
    const { pathname, search } = page.location;
    return {
      path: pathname,
      match: matchRoute(pathname),
      search: Object.fromEntries(new URLSearchParams(search)),
    };
  }
  page.addEventListener('popstate', () => place.set(read()));

  function go(href: string, { replace = false } = {}): void {
    const before = place.get().path;
    page.history[replace ? 'replaceState' : 'pushState'](null, '', href);
    place.set(read());
    if (place.get().path !== before) page.scrollTo(0, 0);
  }

  return {
    place,
    go,
    setSearch: (change) => {
      const { path, search } = place.get();
      // Who filters wants to come back to the screen before, not to every letter that was typed.
      go(path + searchText({ ...search, ...change }), { replace: true });
    },
  };
}
