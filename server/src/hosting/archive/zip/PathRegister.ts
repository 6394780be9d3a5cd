import type { ArchiveLimits } from '../ArchiveLimits.ts';
import { archiveError } from './archiveError.ts';
import { printableName } from './printableName.ts';
import type { EntryPath } from './readEntryPath.ts';

/** The paths of an archive so far; refuses paths that would collide when unpacked, and more than the limits allow. */
export class PathRegister {
  readonly #limits: ArchiveLimits;
  readonly #seen = new Map<string, EntryPath>();
  #files = 0;
  #folders = 0;

  constructor(limits: ArchiveLimits) {
    this.#limits = limits;
  }

  add({ path, isFolder }: EntryPath): void {
    for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) {
      this.#addFolder(path.slice(0, slash), path);
    }
    if (isFolder) this.#addFolder(path, path);
    else this.#addFile(path);
  }

  #addFile(path: string): void {
    const key = meetingKey(path);
    const other = this.#seen.get(key);
    if (other) throw meeting(path, other, other.isFolder);
    this.#seen.set(key, { path, isFolder: false });
    this.#files++;
    this.#checkCount(this.#files, 'files', path);
  }

  /** Folders are listed, implied by their files, or both, so only a different spelling or a file of that name is refused. */
  #addFolder(folder: string, path: string): void {
    const key = meetingKey(folder);
    const other = this.#seen.get(key);
    if (other?.isFolder && other.path === folder) return;
    if (other) throw meeting(path, other, !other.isFolder);
    this.#seen.set(key, { path: folder, isFolder: true });
    this.#folders++;
    // Implied folders count as well: each file could imply a hundred of them.
    this.#checkCount(this.#folders, 'folders', path);
  }

  #checkCount(count: number, what: string, path: string): void {
    const { archiveFiles } = this.#limits;
    if (count <= archiveFiles) return;
    throw archiveError(
      'artifact-too-large',
      path,
      `is one too many; expected at most ${archiveFiles} ${what}`,
    );
  }
}

function meeting(path: string, other: EntryPath, fileAndFolder: boolean) {
  const name = printableName(other.path);
  if (fileAndFolder) {
    return archiveError(
      'artifact-unsafe-name',
      path,
      `needs ${name} to be a file and a folder; expected one of them`,
    );
  }
  return archiveError(
    'artifact-unsafe-name',
    path,
    path === other.path
      ? 'is there twice; expected every name once'
      : `differs from ${name} by case or unicode form alone; expected names that every file system tells apart`,
  );
}

/** Equal for names that a file system may treat as the same; upper case first, since ß and ſ only fold that way. */
function meetingKey(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}
