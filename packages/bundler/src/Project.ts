import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Manifest, containerFile, containerName, explainIssue } from '@host/contracts';
import * as z from 'zod/mini';

import { ProjectError } from './ProjectError.ts';

/** The parts of a mini-app's project that matter for building. */
export interface Project {
  root: string;
  manifest: Manifest;
  dependencies: Record<string, string>;
  /** The name of the federation container, its global, and everything else that a build adds to the global scope. */
  name: string;
  containerFile: string;
  entry: string;
}

const ENTRY = 'src/App.tsx';

/** Reads a mini-app's project; throws a ProjectError that says what is missing or wrong in it. */
export function readProject(root: string): Project {
  const manifest = readManifest(root);
  const { dependencies } = readJson(root, 'package.json') as {
    dependencies?: Record<string, string>;
  };
  const entry = join(root, ENTRY);
  if (!existsSync(entry)) {
    throw new ProjectError(
      `There is no ${ENTRY} in ${root}.`,
      'A mini-app’s root component is the default export of src/App.tsx.',
    );
  }
  return {
    root,
    manifest,
    dependencies: dependencies ?? {},
    name: containerName(manifest.appId),
    containerFile: containerFile(manifest.appId),
    entry,
  };
}

function readManifest(root: string): Manifest {
  const parsed = z.safeParse(Manifest, readJson(root, 'manifest.json'), {
    error: explainIssue,
  });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'manifest.json'}: ${issue.message}`,
  );
  throw new ProjectError(
    `manifest.json does not fit:\n    ${problems.join('\n    ')}`,
    'It has appId, name, version, description, icon, permissions and minHostVersion.',
  );
}

function readJson(root: string, file: string): unknown {
  let text: string;
  try {
    text = readFileSync(join(root, file), 'utf8');
  } catch {
    throw new ProjectError(
      `There is no ${file} in ${root}.`,
      'Run the command in a mini-app’s folder; `miniapp create` makes one.',
    );
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new ProjectError(
      `${file} is not JSON: ${(error as Error).message}.`,
      'Correct it there.',
    );
  }
}
