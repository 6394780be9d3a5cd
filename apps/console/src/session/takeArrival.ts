/** The part of a window that is used. */
interface LinkWindow {
  location: { hash: string; pathname: string; search: string };
  history: { replaceState(data: null, unused: string, url: string): void };
}

/** What somebody comes with who is not signed in yet. */
export interface Arrival {
  /** Signs in once. */
  link?: string;
  /** Why the server refused who comes back from an identity provider. */
  refusal?: string;
}

const REFUSALS: Readonly<Record<string, string>> = {
  'no-role': 'You are known, but none of your groups has a role here. Ask an operator for one.',
  declined: 'The sign-in was stopped at the identity provider.',
  expired: 'The sign-in took too long, or was begun in another browser. Try it again.',
};
const FAILED = 'The identity provider could not say who you are. Try it again.';

/**
 * The link that signs in once, from `#link=…`, or why a sign-in was refused, from `#refused=…`. Both are taken out of the
 * address at once: they stay in no history, and a fragment is never sent to a server.
 */
export function takeArrival(page: LinkWindow): Arrival {
  const { hash, pathname, search } = page.location;
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const [link, refused] = [parts.get('link'), parts.get('refused')];
  if (link === null && refused === null) return {};
  page.history.replaceState(null, '', pathname + search);
  return {
    ...(link && { link }),
    ...(refused && { refusal: REFUSALS[refused] ?? FAILED }),
  };
}
