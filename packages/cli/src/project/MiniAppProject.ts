import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { Manifest, explainIssue } from '@host/contracts';
import * as z from 'zod/mini';

import { CliError } from '../terminal/CliError.ts';

/** A mini-app's project folder. */
export interface MiniAppProject {
  root: string;
  manifest: Manifest;
}

/** One problem in manifest.json. */
export interface ManifestProblem {
  /** The field, `permissions.0`; empty for the whole. */
  field: string;
  message: string;
}

/** Reads the project in a folder; throws an error that says what is missing or wrong in it. */
export async function readProject(root: string): Promise<MiniAppProject> {
  const parsed = parseManifest(await readManifestText(root));
  if ('manifest' in parsed) return { root, manifest: parsed.manifest };
  const list = parsed.problems.map(({ field, message }) =>
    field ? `${field}: ${message}` : message,
  );
  throw new CliError(
    `manifest.json does not fit:\n${list.map((line) => `  ${line}`).join('\n')}`,
    'It has appId, name, version, description, icon, permissions and minHostVersion, maybe translations, and nothing else.',
    { code: 'manifest-invalid' },
  );
}

export async function readManifestText(root: string): Promise<string> {
  if (!(await stat(root).catch(() => undefined))?.isDirectory()) {
    throw new CliError(`There is no folder ${root}.`, 'Check the path.', { code: 'project' });
  }
  try {
    return await readFile(join(root, 'manifest.json'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new CliError(
      `There is no manifest.json in ${root}.`,
      'Run the command in a mini-app’s folder; `miniapp create` makes one.',
      { code: 'project' },
    );
  }
}

export function parseManifest(
  text: string,
): { manifest: Manifest } | { problems: ManifestProblem[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problems: [{ field: '', message: `it is not JSON: ${(error as Error).message}` }] };
  }
  const parsed = z.safeParse(Manifest, value, { error: explainIssue });
  if (parsed.success) return { manifest: parsed.data };
  return {
    problems: parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
  };
}
