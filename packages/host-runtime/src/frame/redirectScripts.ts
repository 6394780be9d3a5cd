/**
 * Has scripts run from bytes that are here already, under the addresses that they have elsewhere: a frame without an
 * origin has no cache that lasts, and needs no network of its own then. Only for a frame that runs one mini-app.
 * Gives what puts these addresses into a stack, where a browser has those of the moment: source maps are found by them. A
 * `sourceURL` in the script would change its bytes, which have to be those that were published.
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
    // `document.currentScript.src` is how a container knows where its other files are.
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
