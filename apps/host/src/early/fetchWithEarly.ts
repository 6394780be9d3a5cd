import type { EarlyCatalog } from './EarlyCatalog.types.ts';

/** A `fetch` that answers the first catalog request with the early script's response if both have the same URL. */
export function fetchWithEarly(early: EarlyCatalog | undefined, send: typeof fetch): typeof fetch {
  let left = early;
  return async (input, init) => {
    const taken = left;
    if (!taken || !isCatalog(input)) return send(input, init);
    left = undefined;
    const asked = await taken.asked;
    if (!asked || !isSame(asked.url, urlOf(input))) return send(input, init);
    // A failed early request is retried.
    return asked.response.catch(() => send(input, init));
  };
}

function isCatalog(input: RequestInfo | URL): boolean {
  return new URL(urlOf(input)).pathname === '/v1/mini-programs';
}

function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}

/** Compares two URLs, ignoring the order of query parameters. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  first.searchParams.sort();
  second.searchParams.sort();
  return first.href === second.href;
}
