import { stat } from 'node:fs/promises';

import { askedOnce } from '../askedOnce.ts';
import { type Packages, readPackages } from './readPackages.ts';

/** How long packages that were put into the folder may go unnoticed. */
const LOOK_EVERY_MS = 1000;

/** The packages in a folder. What is packed while the server runs is there within a second. */
export class PackageFolder {
  readonly #folder: string;
  readonly #onProblem: (error: Error) => void;
  readonly #look = askedOnce(() => this.#lookAgain(), LOOK_EVERY_MS);
  #packages: Packages = new Map();
  #readAs = '';

  private constructor(folder: string, onProblem: (error: Error) => void) {
    this.#folder = folder;
    this.#onProblem = onProblem;
  }

  /** Reads the folder, or rejects where it cannot be read. `onProblem` hears of it when that comes later. */
  static async open(folder: string, onProblem: (error: Error) => void): Promise<PackageFolder> {
    const opened = new PackageFolder(folder, onProblem);
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
    this.#packages = await readPackages(this.#folder);
  }
}
