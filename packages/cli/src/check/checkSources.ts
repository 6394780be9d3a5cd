import { join } from 'node:path';

import type { Manifest } from '@host/contracts';

import { listFiles } from '../project/listFiles.ts';
import { checkEntry } from './entry/checkEntry.ts';
import type { Finding } from './Finding.types.ts';
import { checkPermissions } from './permissions/checkPermissions.ts';
import { SourceFiles } from './source/SourceFiles.ts';

/** The checks that only need the text of the sources. */
export async function checkSources(
  root: string,
  manifest: Manifest,
): Promise<{ entry: Finding[]; permissions: Finding[] }> {
  const files = await SourceFiles.open(root);
  const entry = checkEntry(files);
  const paths = (await listFiles(join(root, 'src'))).map((path) => `src/${path}`);
  const permissions = checkPermissions(files, paths, manifest);
  const syntax = files.problems.map(({ file, line, message }): Finding => ({
    check: 'entry',
    severity: 'error',
    code: 'syntax-error',
    message,
    fix: 'Correct it there.',
    file,
    line,
  }));
  return { entry: [...syntax, ...entry], permissions };
}
