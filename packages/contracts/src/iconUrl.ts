/** Stands in a manifest for the address of the CDN, which is known only when a mini-app is published. */
const CDN_PLACEHOLDER = '{cdn_url}';

/** The address of an icon, `{cdn_url}/icons/<file>` in a manifest, on the CDN that a mini-app is published to. */
export function iconUrl(icon: string, cdnUrl: string): string {
  return icon.startsWith(`${CDN_PLACEHOLDER}/icons/`)
    ? cdnUrl + icon.slice(CDN_PLACEHOLDER.length)
    : icon;
}
