/** The part of a window that is used. */
interface LinkWindow {
  location: { hash: string; pathname: string; search: string };
  history: { replaceState(data: null, unused: string, url: string): void };
}

/**
 * The link that signs in once, from `#link=…`. It is taken out of the address at once: it stays in no history, and a
 * fragment is never sent to a server.
 */
export function takeSignInLink(page: LinkWindow): string | undefined {
  const { hash, pathname, search } = page.location;
  const link = new URLSearchParams(hash.replace(/^#/, '')).get('link');
  if (link === null) return undefined;
  page.history.replaceState(null, '', pathname + search);
  return link || undefined;
}
