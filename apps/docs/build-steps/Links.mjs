import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { addressOf } from './pages.mjs';

const PICTURE = /\.(?:png|svg|jpg|webp)$/;

/**
 * Resolves the links of Markdown files to URLs on the site. A relative link is either to a page or to a file of the
 * repository, which is then copied to the site.
 */
export class Links {
  #root;
  #base;
  #sources;
  /** The files to copy, keyed by their path on the site. */
  files = new Map();

  constructor({ root, base, sources }) {
    this.#root = root;
    this.#base = base;
    this.#sources = new Set(sources);
  }

  /** The URL for a link of a page; undefined for what the site does not have, such as a folder of the repository. */
  resolve(source, href) {
    if (/^[a-z]+:/.test(href) || href.startsWith('#')) return href;
    const [path, fragment] = href.split('#');
    const target = normalize(join(dirname(source), decodeURIComponent(path)));
    const hash = fragment === undefined ? '' : `#${fragment}`;
    if (this.#sources.has(target)) return `${this.#base}${addressOf(target)}${hash}`;
    const file = join(this.#root, target);
    if (target.startsWith('..') || !existsSync(file)) {
      throw new Error(`${source} links to ${href}, which is not there.`);
    }
    if (statSync(file).isDirectory()) return undefined;
    const copy = `${PICTURE.test(target) ? 'pictures' : 'files'}/${target}`;
    this.files.set(copy, file);
    return `${this.#base}${copy}`;
  }
}
