import type { EarlyCatalog } from './EarlyCatalog.types.ts';

/** `fetch` that answers the first request for the catalog with what the page asked for before, where it is the same one. */
export function fetchWithEarly(early: EarlyCatalog | undefined, send: typeof fetch): typeof fetch {
  let left = early;
  return async (input, init) => {
    const taken = left;
    if (!taken || !isCatalog(input)) return send(input, init);
    left = undefined;
    const asked = await taken.asked;
    if (!asked || !isSame(asked.url, urlOf(input))) return send(input, init);
    // A failure is worth another try.
    return asked.response.catch(() => send(input, init));
  };
}

function isCatalog(input: RequestInfo | URL): boolean {
  return new URL(urlOf(input)).pathname === '/v1/mini-programs';
}

function urlOf(input: RequestInfo | URL): string {
  return input instanceof Request ? input.url : String(input);
}

/** In whatever order its parts stand. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [new URL(one), new URL(other)];
  first.searchParams.sort();
  second.searchParams.sort();
  return first.href === second.href;
}
