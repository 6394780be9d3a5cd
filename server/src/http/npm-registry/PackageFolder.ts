import { stat } from 'node:fs/promises';

import { coalesce } from '../coalesce.ts';
import { type Packages, readPackages } from './readPackages.ts';

/** How often the folder is checked for new packages, at most. */
const LOOK_EVERY_MS = 1000;

interface PackageFolderOptions {
  registryUrl: string;
  /** Called when the folder can no longer be read. */
  onProblem: (error: Error) => void;
}

/** The packages in a folder. Those that are packed while the server runs are served within a second. */
export class PackageFolder {
  /** The address of the registry, with a slash at its end. */
  readonly registryUrl: string;
  readonly #folder: string;
  readonly #onProblem: (error: Error) => void;
  readonly #look = coalesce(() => this.#lookAgain(), LOOK_EVERY_MS);
  #packages: Packages = new Map();
  #readAs = '';

  private constructor(folder: string, { registryUrl, onProblem }: PackageFolderOptions) {
    this.registryUrl = registryUrl;
    this.#folder = folder;
    this.#onProblem = onProblem;
  }

  /** Reads the folder; rejects if it cannot be read. */
  static async open(folder: string, options: PackageFolderOptions): Promise<PackageFolder> {
    const opened = new PackageFolder(folder, options);
    await opened.#read();
    return opened;
  }

  /** The current packages. */
  async packages(): Promise<Packages> {
    await this.#look();
    return this.#packages;
  }

  async #lookAgain(): Promise<void> {
    // While a new folder is renamed into place there is none for a moment: keep the packages that were read last.
    await this.#read().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') this.#onProblem(error);
    });
  }

  async #read(): Promise<void> {
    const { ino, mtimeMs } = await stat(this.#folder);
    const readAs = `${ino} ${mtimeMs}`;
    if (readAs === this.#readAs) return;
    // Set before reading, so that a folder that cannot be read is reported once and not at every check.
    this.#readAs = readAs;
    this.#packages = await readPackages(this.#folder, this.registryUrl);
  }
}
