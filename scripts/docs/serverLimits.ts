import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';

import { LIMITS } from '../../packages/contracts/src/index.ts';

/** A limit that is defined as a constant in the server's sources. */
export interface ServerLimit {
  /** `MAX_WAITING`, or `MAX_BYTES_PER_DAY.devices.network` for a part of one. */
  name: string;
  value: number;
  /** Its doc comment; empty if it has none. */
  comment: string;
  /** Relative to `server/src`. */
  file: string;
}

const SOURCE = fileURLToPath(new URL('../../server/src/', import.meta.url));
/** The naming pattern of limits. */
const LIMIT_NAME = /^MAX_|_LIMIT(?:_|$)|_(?:A|PER)_MINUTE$/;
const CONSTANT =
  /((?:^(?:\/\*\*| \*|\/\/).*\n)*)^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: [\w<>, ]+)? =\s([^;]+);/gm;

/** Every constant of the server that is named as a limit, read from the sources so that there is no second list. */
export function serverLimits(source = SOURCE): ServerLimit[] {
  return sourceFiles(source).flatMap((path) =>
    limitsIn(readFileSync(path, 'utf8'), relative(source, path)),
  );
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test|\.d)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes('/testing/'))
    .toSorted();
}

/** The limits in a source file. Throws for one whose value cannot be evaluated from that file alone. */
export function limitsIn(text: string, file: string): ServerLimit[] {
  const constants = new Map<string, unknown>([['LIMITS', LIMITS]]);
  return [...text.matchAll(CONSTANT)].flatMap(([, comment, name, expression]) => {
    const isLimit = LIMIT_NAME.test(name!);
    try {
      constants.set(name!, valueOf(expression!, constants));
    } catch (cause) {
      if (!isLimit) return [];
      throw new Error(`${file}: ${name} is not a number that this file alone gives`, { cause });
    }
    if (!isLimit) return [];
    const told = textOf(comment!);
    return numbersIn(name!, constants.get(name!)).map(([part, value]) => ({
      name: part,
      value,
      comment: told,
      file,
    }));
  });
}

function valueOf(expression: string, constants: ReadonlyMap<string, unknown>): unknown {
  const plain = expression
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .replace(/\bas const\b[\s\S]*$/, '');
  // Safe: only this repository's own sources are evaluated, and only while the docs are generated.
  return runInNewContext(`(${plain})`, Object.fromEntries(constants), { timeout: 1000 });
}

function numbersIn(name: string, value: unknown): [string, number][] {
  if (typeof value === 'number') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => numbersIn(`${name}.${key}`, part));
}

function textOf(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^(?:\/\*\*| \*\/| \*|\/\/)\s?/, '').replace(/\s*\*\/$/, ''))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
