import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { codeFrame } from '../terminal/codeFrame.ts';

/** One problem that made a build fail. */
export interface BuildProblem {
  /** Relative to the project. */
  file?: string;
  message: string;
  /** Where in the file, from 1. */
  line?: number;
  column?: number;
  /** The lines around it. */
  frame?: string;
}

/** An error as the bundler reports it. */
interface BundlerError {
  message: string;
  moduleName?: string;
}

interface Place {
  message: string;
  line?: number;
  column?: number;
}

/** Extracts what a person needs from a bundler error: where, what, and the lines around it, without stacks of its tools. */
export function readProblem({ message, moduleName }: BundlerError, root: string): BuildProblem {
  const file = moduleName?.split('!').at(-1)?.replace(/^\.\//, '').replace(/\?.*$/, '');
  const text = withoutNoise(message);
  const source = file === undefined ? undefined : readSource(join(root, file));
  const place = unresolved(text, source) ?? syntaxError(text, root) ?? { message: text };
  const { line, column } = place;
  const frame = source === undefined || line === undefined ? '' : codeFrame(source, line, column);
  return { ...(file && { file }), ...place, ...(frame && { frame }) };
}

/** Locates an unresolved import. The bundler's own position refers to the transformed source. */
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

/** Locates a syntax error. Lines count from 1, columns from 0; SWC puts them above its frame, Babel and Hermes at the end. */
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
    // Removes the bar next to a tool's message, and the arrow of a chain of causes.
    .map((line) => line.replace(/^\s*│ ?/, '').replace(/╰─▶\s{0,3}/, ''))
    .filter((line) => line.trim() !== '' && !NOISE.some((noise) => noise.test(line)))
    .map((line) => line.replace(/^(\s*)× (Error: )?/, '$1').trimEnd());
  return dedent(lines).join('\n');
}

/** Removes the common indentation of all lines but the first, whose own is removed as well. */
function dedent([first = '', ...rest]: string[]): string[] {
  const indents = rest.map((line) => line.length - line.trimStart().length);
  const common = Math.min(...indents);
  return [first.trim(), ...rest.map((line) => line.slice(common))];
}
