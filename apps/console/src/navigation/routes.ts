/** Every address of the console, below `/console`. */
export const ROUTES = {
  overview: '/',
  miniApps: '/mini-apps',
  miniApp: '/mini-apps/:appId',
  miniAppTab: '/mini-apps/:appId/:tab',
  version: '/mini-apps/:appId/versions/:version',
  collection: '/mini-apps/:appId/collections/:collection',
  reviews: '/reviews',
  review: '/reviews/:appId/:version',
  crashes: '/crashes',
  crash: '/crashes/:appId/:place',
  compose: '/compose',
  messages: '/messages',
  message: '/messages/:id',
  trace: '/messages/:id/devices/:deviceId',
  devices: '/devices',
  device: '/devices/:id',
  people: '/people',
  person: '/people/:personId',
  topics: '/topics',
  topic: '/topics/:topic',
  tokens: '/access/tokens',
  serverKeys: '/access/server-keys',
  publisherKeys: '/access/publisher-keys',
  sessions: '/access/sessions',
  publishers: '/publishers',
  audit: '/audit',
  system: '/system',
} as const;

/** The name of an address. */
export type RouteName = keyof typeof ROUTES;

type NamesIn<Pattern extends string> = Pattern extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Pattern extends `${string}:${infer Name}`
    ? Name
    : never;

/** What an address needs to be complete. */
export type RouteParams<Name extends RouteName> = Record<NamesIn<(typeof ROUTES)[Name]>, string>;

/** An address that was found in the table. */
export interface Match {
  name: RouteName;
  params: Readonly<Record<string, string>>;
}

/** What stands after the question mark; what is undefined or empty is left out. */
export type Search = Readonly<Record<string, string | undefined>>;

/** Where the console is served. */
const BASE_PATH = '/console';

/** The address of a screen, as a link has it. */
export function hrefOf<Name extends RouteName>(
  name: Name,
  params: RouteParams<Name>,
  search: Search = {},
): string {
  const values: Readonly<Record<string, string>> = params;
  const path = ROUTES[name].replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? ''),
  );
  return `${BASE_PATH}${path}${searchText(search)}`;
}

/** The screen that a path names, or undefined. */
export function matchRoute(pathname: string): Match | undefined {
  const parts = partsOf(withoutBase(pathname));
  if (parts === undefined) return undefined;
  const found = Object.entries(ROUTES).find(([, pattern]) => fits(pattern, parts));
  if (!found) return undefined;
  const [name, pattern] = found;
  const params: Record<string, string> = {};
  for (const [index, piece] of piecesOf(pattern).entries()) {
    if (piece.startsWith(':')) params[piece.slice(1)] = parts[index]!;
  }
  return { name: name as RouteName, params };
}

/** Search values as text, with the question mark where there are any. */
export function searchText(search: Search): string {
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) if (value) parameters.set(key, value);
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function fits(pattern: string, parts: readonly string[]): boolean {
  const pieces = piecesOf(pattern);
  return (
    pieces.length === parts.length &&
    pieces.every((piece, index) => piece.startsWith(':') || piece === parts[index])
  );
}

function piecesOf(pattern: string): string[] {
  return pattern.split('/').filter(Boolean);
}

function withoutBase(pathname: string): string {
  return pathname.startsWith(BASE_PATH) ? pathname.slice(BASE_PATH.length) : pathname;
}

function partsOf(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
