/**
 * Has scripts run from bytes that are here already, under the addresses that they have elsewhere: a frame without an
 * origin has no cache that lasts, and needs no network of its own then. Only for a frame that runs one mini-app.
 */
export function redirectScripts(contents: ReadonlyMap<string, Uint8Array>): void {
  const { prototype } = HTMLScriptElement;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'src') as Required<
    Pick<PropertyDescriptor, 'get' | 'set'>
  >;
  const asked = new WeakMap<HTMLScriptElement, string>();
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
      if (bytes) asked.set(this, url);
      set.call(this, bytes ? blobUrl(bytes) : address);
    },
  });
}

function blobUrl(bytes: Uint8Array): string {
  return URL.createObjectURL(new Blob([bytes as BlobPart], { type: 'text/javascript' }));
}
