import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

import { FederationManifest, type Platform } from '@host/contracts';
import * as z from 'zod/mini';

import type { Artifact } from './Artifact.types.ts';
import { ArtifactError } from './ArtifactError.ts';

const FEDERATION_FILE = 'mf-manifest.json';

/** Finds the build in a folder, which can also be that of a project. */
export function readArtifact(dir: string, platform?: Platform): Artifact {
  const candidates = [resolve(dir), ...(platform ? [resolve(dir, 'build', platform)] : [])];
  const folder = candidates.find((path) => existsSync(join(path, FEDERATION_FILE)));
  if (folder === undefined) {
    throw new ArtifactError(
      `There is no ${FEDERATION_FILE} in ${candidates.join(' or ')}.`,
      `Build the mini-app first: \`npx miniapp bundle --platform ${platform ?? 'ios'}\`.`,
    );
  }
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .toSorted();
  return { folder, files, federation: readFederation(folder) };
}

function readFederation(folder: string): FederationManifest {
  const path = join(folder, FEDERATION_FILE);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new ArtifactError(
      `${path} is not JSON: ${(error as Error).message}.`,
      'Build the mini-app again.',
    );
  }
  const parsed = z.safeParse(FederationManifest, content);
  if (parsed.success) return parsed.data;
  throw new ArtifactError(
    `${path} is not a federation manifest.`,
    'Build the mini-app with @host/bundler.',
  );
}
