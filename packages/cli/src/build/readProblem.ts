import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { codeFrame } from '../terminal/codeFrame.ts';

/** One thing that stopped a build. */
export interface BuildProblem {
  /** Relative to the project. */
  file?: string;
  message: string;
  /** Where in the file, from 1. */
  line?: number;
  column?: number;
  /** The lines around that place. */
  frame?: string;
}

/** An error as the bundler tells it. */
interface BundlerError {
  message: string;
  moduleName?: string;
}

interface Place {
  message: string;
  line?: number;
  column?: number;
}

/** What a person needs to know of an error of the bundler: where, what, and the lines around it. No stacks of its tools. */
export function readProblem({ message, moduleName }: BundlerError, root: string): BuildProblem {
  const file = moduleName?.split('!').at(-1)?.replace(/^\.\//, '').replace(/\?.*$/, '');
  const text = withoutNoise(message);
  const source = file === undefined ? undefined : readSource(join(root, file));
  const place = unresolved(text, source) ?? syntaxError(text, root) ?? { message: text };
  const { line, column } = place;
  const frame = source === undefined || line === undefined ? '' : codeFrame(source, line, column);
  return { ...(file && { file }), ...place, ...(frame && { frame }) };
}

/** An import that leads nowhere. The bundler names its place in what the source was transformed into. */
function unresolved(text: string, source: string | undefined): Place | undefined {
  const [, request] = /Can't resolve '([^']+)'/.exec(text) ?? [];
  if (request === undefined) return undefined;
  const isFile = /^[./]/.test(request);
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(request)?.[0] ?? request;
  const message = isFile
    ? `There is no ${request}.`
    : `There is no package ${name}. Install it: \`npm install ${name}\`.`;
  const lines = source?.split(/\r?\n/) ?? [];
  const quoted = [`'${request}'`, `"${request}"`, `\`${request}\``];
  const index = lines.findIndex((line) => quoted.some((one) => line.includes(one)));
  if (index < 0) return { message };
  const column = Math.max(...quoted.map((one) => lines[index]!.indexOf(one))) + 1;
  return { message, line: index + 1, column };
}

/** Parsers name the line from 1 and the column from 0: SWC above its frame, Babel and Hermes after their sentence. */
function syntaxError(text: string, root: string): Place | undefined {
  const [, said = '', line, column] =
    /Syntax ?Error: (.+?)\s*(?:\n\s*╭─\[(?:.*:)?(\d+):(\d+)\]|\((\d+):(\d+)\))/
      .exec(text)
      ?.filter((part) => part !== undefined) ?? [];
  if (line === undefined) return undefined;
  const message = said.replace(`${root}/`, '').replace(/^\S+\.\w+: /, '');
  return { message, line: Number(line), column: Number(column) + 1 };
}

function readSource(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const NOISE = [/^\s*at .+$/, /^\s*(×|✕)?\s*Module (build|parse) failed.*$/i];

function withoutNoise(message: string): string {
  const lines = message
    .replaceAll(/\u001b\[[0-9;]*m/g, '')
    .replace(/^\s*×\s*/, '')
    .split('\n')
    // The bar beside what a tool said, and the arrow of a chain of causes.
    .map((line) => line.replace(/^\s*│ ?/, '').replace(/╰─▶\s{0,3}/, ''))
    .filter((line) => line.trim() !== '' && !NOISE.some((noise) => noise.test(line)))
    .map((line) => line.replace(/^(\s*)× (Error: )?/, '$1').trimEnd());
  return dedent(lines).join('\n');
}

/** Moves lines to the left as far as all of them go; the first stands where it likes. */
function dedent([first = '', ...rest]: string[]): string[] {
  const indents = rest.map((line) => line.length - line.trimStart().length);
  const common = Math.min(...indents);
  return [first.trim(), ...rest.map((line) => line.slice(common))];
}
