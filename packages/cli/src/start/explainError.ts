import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { loadHeadlessHost } from '../check/run/loadHeadlessHost.ts';
import { listFiles } from '../project/listFiles.ts';
import { codeFrame } from '../terminal/codeFrame.ts';

/** An error that a page reports. */
export const PageError = z.object({ title: z.string(), message: z.string(), stack: z.string() });
export type PageError = z.infer<typeof PageError>;

/** An error in terms of the mini-app's own files. */
export interface ExplainedError {
  title: string;
  message: string;
  /** `src/App.tsx:3:7`, in the mini-app's own code. */
  at?: string;
  /** The lines around it. */
  frame?: string;
  stack?: string;
}

/** Finds the location of an error in the sources, with the source maps in the folder that the page was served from. */
export async function explainError(
  root: string,
  dir: string,
  { title, message, stack }: PageError,
): Promise<ExplainedError> {
  const { Symbolicator } = await loadHeadlessHost();
  const paths = await listFiles(dir);
  const symbolicator = Symbolicator.forFolder(dir, paths);
  const found = symbolicator.symbolicate(asFrames(stack));
  if (found.at === undefined) return { title, message };
  const [, file = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(found.at) ?? [];
  const source = await readFile(join(root, file), 'utf8').catch(() => undefined);
  return {
    title,
    message,
    at: found.at,
    ...(source !== undefined && { frame: codeFrame(source, Number(line), Number(column)) }),
    stack: found.stack,
  };
}

/** A browser's stack with file paths instead of URLs; Firefox and Safari write `name@address:1:2`. */
function asFrames(stack: string): string {
  return stack
    .split('\n')
    .map((line) => line.replace(/^\s*([^@\s]*)@(https?:\/\/.+:\d+:\d+)$/, '    at $1 ($2)'))
    .map((line) => line.replace(/https?:\/\/[^/]+\/web\//, '').replace(/\?[^:)]*/, ''))
    .join('\n');
}
