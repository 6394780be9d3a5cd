import type { AssetUrl } from './Container.types.ts';

/** Where the assets of a version are, from addresses by path: those that were verified, and no others. */
export function assetUrlOf(addresses: ReadonlyMap<string, string>): AssetUrl {
  return (path) => {
    const address = addresses.get(path);
    if (address !== undefined) return address;
    throw new Error(`${path} is not a file of this version.`);
  };
}
