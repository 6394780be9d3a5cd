import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';

import { BASE_URL } from '../engines/Program.ts';

/** A stack mapped to the source, and its first position in the mini-app. */
export interface ReadableStack {
  at: string | undefined;
  stack: string;
}

interface Frame {
  name: string;
  file: string;
  line: number;
  column: number;
}

// `at name (file:1:2)` and `at file:1:2`, as V8 and Hermes both write them. The name is taken apart afterwards: looking for
// it here would try every bracket with every colon, and a mini-app may throw an error that is full of them.
const FRAME = /^\s*at (.+):(\d+):(\d+)\)?$/;

// Wrapper code of bundlers; the federation runtime's glue code is a data: URL of several thousand characters.
const NO_SOURCE = /^(?:webpack|repack)\/|%|^data:/;

/** Maps positions in bundles to positions in the source, for bundles with a source map next to them. */
export class Symbolicator {
  readonly #files: Record<string, string>;
  /** A prefix with the mini-app's name, empty if there is only one. */
  readonly #prefix: string;
  readonly #maps = new Map<string, SourceMap | undefined>();

  /** @param files the paths of the mini-apps' files by URL */
  constructor(files: Record<string, string>) {
    this.#files = files;
    const names = new Set(
      Object.keys(files).map((url) => url.slice(BASE_URL.length).split('/')[0]),
    );
    this.#prefix = names.size === 1 ? `${[...names].join('')}/` : '';
  }

  /** For stacks with file names relative to a folder. */
  static forFolder(folder: string, paths: readonly string[]): Symbolicator {
    return new Symbolicator(
      Object.fromEntries(paths.map((path) => [`${BASE_URL}${path}`, join(folder, path)])),
    );
  }

  symbolicate(stack: string): ReadableStack {
    const frames = stack.split('\n').flatMap((line) => {
      const frame = this.#frame(line);
      return frame ? [frame] : [];
    });
    const first = frames.find(({ file }) => !file.includes('node_modules/')) ?? frames[0];
    return { at: first && place(first), stack: frames.map(print).join('\n') };
  }

  /** The frame of a line, unless it is one of the host or the engine. */
  #frame(line: string): Frame | undefined {
    const [, called, row, column] = FRAME.exec(line) ?? [];
    if (called === undefined) return undefined;
    const open = called.indexOf(' (');
    const name = open < 0 ? '' : called.slice(0, open);
    const script = open < 0 ? called : called.slice(open + ' ('.length);
    if (this.#files[BASE_URL + script] === undefined) return undefined;
    const entry = this.#map(script)?.findEntry(Number(row) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) {
      const file = script.startsWith(this.#prefix) ? script.slice(this.#prefix.length) : script;
      return { name, file, line: Number(row), column: Number(column) };
    }
    if (NO_SOURCE.test(entry.originalSource)) return undefined;
    return {
      name,
      file: entry.originalSource.replace(/^(?:\.{1,2}\/)+|^.*\/(?=node_modules\/)/, ''),
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
    };
  }

  #map(file: string): SourceMap | undefined {
    if (!this.#maps.has(file)) this.#maps.set(file, this.#readMap(file));
    return this.#maps.get(file);
  }

  #readMap(file: string): SourceMap | undefined {
    const path = this.#files[`${BASE_URL}${file}.map`];
    if (path === undefined) return undefined;
    try {
      return new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload);
    } catch {
      // A broken source map must not hide the error itself.
      return undefined;
    }
  }
}

function place({ file, line, column }: Frame): string {
  return `${file}:${line}:${column}`;
}

function print(frame: Frame): string {
  return frame.name === '' ? `    at ${place(frame)}` : `    at ${frame.name} (${place(frame)})`;
}
