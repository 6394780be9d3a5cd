/** Blob URLs of bytes that are in memory. */
export interface BlobUrls {
  /** The URLs by path. */
  addresses: ReadonlyMap<string, string>;
  revoke(): void;
}

/** Creates URLs for bytes, from which pictures, fonts and sounds can be loaded. */
export function blobUrls(files: readonly { path: string; bytes: Uint8Array }[]): BlobUrls {
  const addresses = new Map(
    files.map(({ path, bytes }) => [path, URL.createObjectURL(blobOf(path, bytes))]),
  );
  return {
    addresses,
    revoke() {
      for (const address of addresses.values()) URL.revokeObjectURL(address);
    },
  };
}

/** Creates a blob. Browsers detect the types of pictures and sounds, but need to be told that of an .svg. */
function blobOf(path: string, bytes: Uint8Array): Blob {
  return new Blob([bytes as BlobPart], path.endsWith('.svg') ? { type: 'image/svg+xml' } : {});
}
