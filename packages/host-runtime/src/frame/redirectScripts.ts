/**
 * Runs scripts from bytes in memory under their original URLs: a frame with an opaque origin has no persistent cache, and
 * then needs no network. Only for a frame that runs one mini-app. Returns a function that replaces the temporary URLs in a
 * stack by the original ones, by which source maps are found. A `sourceURL` comment would change the script's bytes, which
 * have to match the published digest.
 */
export function redirectScripts(
  contents: ReadonlyMap<string, Uint8Array>,
): (stack: string) => string {
  const { prototype } = HTMLScriptElement;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'src') as Required<
    Pick<PropertyDescriptor, 'get' | 'set'>
  >;
  const asked = new WeakMap<HTMLScriptElement, string>();
  const addresses = new Map<string, string>();
  Object.defineProperty(prototype, 'src', {
    configurable: true,
    enumerable: true,
    // A container uses `document.currentScript.src` to locate its other files.
    get(this: HTMLScriptElement) {
      return asked.get(this) ?? (get.call(this) as string);
    },
    set(this: HTMLScriptElement, address: string) {
      const url = new URL(address, document.baseURI).href;
      const bytes = contents.get(url);
      if (!bytes) {
        set.call(this, address);
        return;
      }
      asked.set(this, url);
      const blob = blobUrl(bytes);
      addresses.set(blob, url);
      set.call(this, blob);
    },
  });
  return (stack) => {
    let named = stack;
    for (const [blob, url] of addresses) named = named.replaceAll(blob, url);
    return named;
  };
}

function blobUrl(bytes: Uint8Array): string {
  return URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'text/javascript' }));
}
