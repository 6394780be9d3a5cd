import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { AppId, Permissions, Version, containerName, explainIssue } from '@host/contracts';
import * as z from 'zod/mini';

import type { Artifact, MiniAppManifest } from './Artifact.types.ts';
import { ArtifactError } from './ArtifactError.ts';

// The whole manifest is validated when a mini-app is built and registered; a run only needs this part.
const Needed = z.object({ appId: AppId, version: Version, permissions: Permissions });

/** The manifest of a build: the given one, or that of the project that contains the build. */
export function readManifest(
  artifact: Artifact,
  given: MiniAppManifest | undefined,
): MiniAppManifest {
  const parsed = z.safeParse(Needed, given ?? findManifest(artifact.folder), {
    error: explainIssue,
  });
  if (!parsed.success) {
    const problems = parsed.error.issues.map(
      (issue) => `${issue.path.join('.')}: ${issue.message}`,
    );
    throw new ArtifactError(
      `The manifest does not fit: ${problems.join('; ')}.`,
      'Correct it in manifest.json.',
    );
  }
  refuseOther(artifact, parsed.data);
  return parsed.data;
}

/** The unique name under which a host registers a version of a mini-app. */
export function remoteName({ appId, version }: MiniAppManifest): string {
  return `${containerName(appId)}__${version.replaceAll('.', '_')}`;
}

function findManifest(folder: string): unknown {
  for (const path of ['manifest.json', '../manifest.json', '../../manifest.json']) {
    try {
      return JSON.parse(readFileSync(join(folder, path), 'utf8')) as unknown;
    } catch {
      continue;
    }
  }
  throw new ArtifactError(
    `There is no manifest.json in or above ${folder}.`,
    'Give `manifest: { appId, version, permissions }` where the build lies outside its project.',
  );
}

/** Refuses a build of another mini-app, which would run under a wrong name with wrong permissions. */
function refuseOther({ federation, folder }: Artifact, { appId }: MiniAppManifest): void {
  const expected = containerName(appId);
  const found = [federation.name, federation.metaData.globalName ?? federation.name];
  const other = found.find((name) => name !== expected);
  if (other === undefined) return;
  throw new ArtifactError(
    `The build in ${folder} is ${other}; by its manifest it would be ${expected}.`,
    `It was built from another app, or by an older bundler: build ${appId} again.`,
  );
}
