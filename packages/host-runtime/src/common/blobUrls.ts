/** Addresses in this page of bytes that are here already. */
export interface BlobUrls {
  /** By path. */
  addresses: ReadonlyMap<string, string>;
  revoke(): void;
}

/** Gives bytes addresses that pictures, fonts and sounds can be loaded from. */
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

/** Browsers look into pictures and sounds to see what they are, and into an .svg only when they are told. */
function blobOf(path: string, bytes: Uint8Array): Blob {
  return new Blob([bytes as BlobPart], path.endsWith('.svg') ? { type: 'image/svg+xml' } : {});
}
