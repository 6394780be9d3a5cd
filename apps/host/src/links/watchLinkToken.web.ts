import { createObservable } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

/**
 * The token of the last e-mail link that was followed: the one that the page was opened with, or one that was followed
 * while it was open, which changes only the fragment. It is removed from the address bar, where others could read it.
 */
export function watchLinkToken(): Observable<string | undefined> {
  const token = createObservable(take(location.href));
  // From the event's URL: the navigation may have changed `location` by then.
  addEventListener('hashchange', ({ newURL }) => token.set(take(newURL) ?? token.get()));
  return token;
}

function take(address: string): string | undefined {
  const [, token] = /#(hal_[A-Za-z0-9_-]{43})$/.exec(address) ?? [];
  if (token !== undefined && location.hash !== '') {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return token;
}
