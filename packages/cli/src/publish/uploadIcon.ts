import { type ApiClient, ApiClientError } from '@host/api-client';

import { CliError } from '../terminal/CliError.ts';
import type { ProjectIcon } from './findIcon.ts';

/** Uploads the icon; idempotent, but a different one under the same name is refused. */
export async function uploadIcon(
  client: ApiClient,
  appId: string,
  { file, source, body, sha256 }: ProjectIcon,
): Promise<void> {
  try {
    await client.uploadIcon({ file, appId, body, size: body.length, sha256 });
  } catch (error) {
    if (!(error instanceof ApiClientError) || error.code !== 'artifact-exists') throw error;
    const [, stem, ending] = /^(.+?)(?:_[a-z0-9]+)?(\.\w+)$/.exec(file) ?? [];
    throw new CliError(
      `${source} is another picture than the one that is published as ${file}.`,
      `Icons never change. Give the new one a new name in "icon" of manifest.json, for example ${stem}_${sha256.slice(0, 6)}${ending}.`,
      { code: 'icon-exists', cause: error },
    );
  }
}
