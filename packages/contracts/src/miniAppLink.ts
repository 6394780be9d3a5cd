const LONGEST = 1500;

/** The link that opens a mini-app with what a notification carries: `miniapp/<appId>?orderId=42`. */
export function miniAppLink(appId: string, data: Readonly<Record<string, unknown>>): string {
  const pairs: string[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(data)) {
    if (name === 'appId' || !isSimple(value)) continue;
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
    length += pair.length + 1;
    // A link that is too long leads nowhere: it goes without what does not fit.
    if (length > LONGEST) break;
    pairs.push(pair);
  }
  const query = pairs.length > 0 ? `?${pairs.join('&')}` : '';
  return `miniapp/${encodeURIComponent(appId)}${query}`;
}

function isSimple(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
