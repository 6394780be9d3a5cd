import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { explainIssue } from '@host/contracts';
import * as z from 'zod/mini';

import { CliError } from './CliError.ts';

interface Expected<Schema extends z.ZodMiniType> {
  schema: Schema;
  /** What to give instead of a file that does not fit. */
  fix: string;
  /** A code for programs. */
  code: string;
}

/** Reads what a JSON file holds, and says where it does not fit. */
export async function readJsonFile<Schema extends z.ZodMiniType>(
  cwd: string,
  file: string,
  { schema, fix, code }: Expected<Schema>,
): Promise<z.output<Schema>> {
  const path = resolve(cwd, file);
  const unfit = (why: string) =>
    new CliError(`${path} cannot be used: ${why.replace(/\.$/, '')}.`, fix, { code });
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? unfit('it is not there') : error;
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw unfit((error as Error).message);
  }
  const parsed = z.safeParse(schema, content, { error: explainIssue });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.map((part) => `/${String(part)}`).join('');
  throw unfit(`${place || 'the whole'}: ${issue?.message}`);
}
