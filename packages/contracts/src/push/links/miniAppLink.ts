import type { ParsedDeepLink } from './ParsedDeepLink.types.ts';

const MAX_LENGTH = 1500;

/** The link that opens a mini-app with parameters, such as the data of a notification: `miniapp/<appId>?orderId=42`. */
export function miniAppLink(appId: string, data: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(data)) {
    if (name === 'appId' || !isSimple(value)) continue;
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
    length += pair.length + 1;
    // A link that is too long would be invalid, so parameters that do not fit are dropped.
    if (length > MAX_LENGTH) break;
    pairs.push(pair);
  }
  const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  return `miniapp/${encodeURIComponent(appId)}${query}`;
}

/** A mini-app, and the parameters that it is opened with. */
export interface MiniAppTarget {
  appId: string;
  params: Record<string, string>;
}

/** The mini-app that a link opens; undefined if the link opens something else or is not valid. */
export function miniAppTarget(link: ParsedDeepLink | undefined): MiniAppTarget | undefined {
  const [route, appId, ...rest] = link?.parts ?? [];
  if (!link || route !== 'miniapp' || appId === undefined || rest.length > 0) return undefined;
  // The path determines the mini-app; a parameter with the same name is dropped.
  const { appId: _, ...params } = Object.fromEntries(link.query);
  return { appId, params };
}

function isSimple(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
