import type { AssetUrl } from './Container.types.ts';

/** Resolves assets of a version from URLs by path: only verified ones. */
export function assetUrlOf(addresses: ReadonlyMap<string, string>): AssetUrl {
  return (path) => {
    const address = addresses.get(path);
    if (address !== undefined) return address;
    throw new Error(`${path} is not a file of this version.`);
  };
}
