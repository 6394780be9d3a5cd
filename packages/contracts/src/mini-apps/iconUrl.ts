/** The placeholder for the CDN's address in a manifest, which is unknown until a mini-app is published. */
const CDN_PLACEHOLDER = '{cdn_url}';

/** Resolves an icon of a manifest, `{cdn_url}/icons/<file>`, to its URL on the CDN of the platform. */
export function iconUrl(icon: string, cdnUrl: string): string {
  return icon.startsWith(`${CDN_PLACEHOLDER}/icons/`)
    ? cdnUrl + icon.slice(CDN_PLACEHOLDER.length)
    : icon;
}
