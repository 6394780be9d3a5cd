import { createObservable } from '@host/contracts';
import type { Observable } from '@host/miniapp-sdk/host';

/**
 * The secret of the last link from a mail that was followed: the one that the page was opened with, or one that was followed
 * while it was open, which changes nothing but the part after the `#`. It is taken out of the address bar, where others
 * could read it.
 */
export function watchLinkToken(): Observable<string | undefined> {
  const token = createObservable(take(location.href));
  // By its own address: the navigation may have written another one by then.
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
