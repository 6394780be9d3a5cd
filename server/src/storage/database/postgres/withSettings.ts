/** Adds session settings to the URL, keeping existing ones. */
export function withSettings(url: string, settings: readonly string[]): string {
  const address = new URL(url);
  const options = settings.map((setting) => `-c ${setting}`);
  const known = address.searchParams.get('options');
  address.searchParams.set('options', [...(known === null ? [] : [known]), ...options].join(' '));
  return address.href;
}
