import { stat } from 'node:fs/promises';

import { askedOnce } from '../askedOnce.ts';
import { type Packages, readPackages } from './readPackages.ts';

/** How long packages that were put into the folder may go unnoticed. */
const LOOK_EVERY_MS = 1000;

interface PackageFolderOptions {
  registryUrl: string;
  /** Called when the folder cannot be read later. */
  onProblem: (error: Error) => void;
}

/** The packages in a folder. What is packed while the server runs is there within a second. */
export class PackageFolder {
  /** The address of the registry, with a slash at its end. */
  readonly registryUrl: string;
  readonly #folder: string;
  readonly #onProblem: (error: Error) => void;
  readonly #look = askedOnce(() => this.#lookAgain(), LOOK_EVERY_MS);
  #packages: Packages = new Map();
  #readAs = '';

  private constructor(folder: string, { registryUrl, onProblem }: PackageFolderOptions) {
    this.registryUrl = registryUrl;
    this.#folder = folder;
    this.#onProblem = onProblem;
  }

  /** Reads the folder, or rejects where it cannot be read. */
  static async open(folder: string, options: PackageFolderOptions): Promise<PackageFolder> {
    const opened = new PackageFolder(folder, options);
    await opened.#read();
    return opened;
  }

  /** What is there now. */
  async packages(): Promise<Packages> {
    await this.#look();
    return this.#packages;
  }

  async #lookAgain(): Promise<void> {
    // Between two names of the folder there is none: what was read stays until there is something to read.
    await this.#read().catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') this.#onProblem(error);
    });
  }

  async #read(): Promise<void> {
    const { ino, mtimeMs } = await stat(this.#folder);
    const readAs = `${ino} ${mtimeMs}`;
    if (readAs === this.#readAs) return;
    // Before it is read: a folder that cannot be read is told once, not with every look.
    this.#readAs = readAs;
    this.#packages = await readPackages(this.#folder, this.registryUrl);
  }
}
