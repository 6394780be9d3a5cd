import type { ObjectStore } from './ObjectStore.types.ts';
import { createFolderObjectStore } from './FolderObjectStore.ts';
import { parseObjectsUrl } from './parseObjectsUrl.ts';

/** Opens the object store at a URL: `file:/absolute/path` or `s3://bucket/prefix?endpoint=…&region=…&pathStyle=…`. */
export function openObjectStore(url: URL | string): Promise<ObjectStore> {
  return open(url, false);
}

/** Opens an object store that a running server may be using, without touching its unfinished files. */
export function openStoreInUse(url: URL | string): Promise<ObjectStore> {
  return open(url, true);
}

async function open(url: URL | string, isInUse: boolean): Promise<ObjectStore> {
  const parsed = parseObjectsUrl(String(url));
  if (!parsed.ok) throw new TypeError(`The object store's URL does not fit: ${parsed.problem}.`);
  if (parsed.kind === 'folder') return createFolderObjectStore({ root: parsed.root, isInUse });
  // Loaded on demand: the AWS SDK takes longer to load than the rest of the server.
  const { createS3ObjectStore } = await import('./S3ObjectStore.ts');
  return createS3ObjectStore(parsed);
}
