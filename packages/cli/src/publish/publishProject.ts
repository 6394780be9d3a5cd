import { type ApiClient, ApiClientError } from '@host/api-client';
import type { Manifest, Registration, RegistrationRecord } from '@host/contracts';

import { isScopeMissing } from '../account/connect.ts';
import { CliError } from '../terminal/CliError.ts';
import type { Output } from '../terminal/Output.ts';
import { type ProjectIcon, findIcon } from './findIcon.ts';
import type { PackedArchive } from './packProject.ts';
import { type PlannedUpload, planUploads } from './planUploads.ts';
import { differencesFrom, registrationOf } from './registrationOf.ts';
import { uploadFiles } from './uploadFiles.ts';
import { uploadIcon } from './uploadIcon.ts';

/** What publishing would do. */
export interface PublishPlan {
  manifest: Manifest;
  cdn: string;
  registration: Registration;
  uploads: PlannedUpload[];
  icon: ProjectIcon | undefined;
  /** The registered version, if exactly this content is published already. */
  published: RegistrationRecord | undefined;
}

/** Determines what is to be done, without doing it. Different content under the same version is refused here. */
export async function planPublish(
  client: ApiClient,
  cdn: string,
  root: string,
  manifest: Manifest,
  archives: readonly PackedArchive[],
): Promise<PublishPlan> {
  const registration = registrationOf(manifest, archives, cdn);
  const existing = await findVersion(client, manifest);
  const icon = await findIcon(root, manifest, cdn);
  if (!existing) {
    const uploads = await planUploads(client, root, manifest, archives);
    return { manifest, cdn, registration, uploads, icon, published: undefined };
  }
  const differing = differencesFrom(existing, registration);
  if (differing.length > 0) throw otherContent(manifest, differing);
  return { manifest, cdn, registration, uploads: [], icon, published: existing };
}

/** Uploads what is missing and registers the version. */
export async function carryOut(
  client: ApiClient,
  plan: PublishPlan,
  out: Output,
): Promise<RegistrationRecord> {
  const { manifest, registration, uploads, icon } = plan;
  await uploadFiles(client, manifest, uploads, out);
  if (icon) await uploadIcon(client, manifest.appId, icon);
  const progress = out.progress('Registering');
  const record = await client.registerVersion(registration).catch(async (error: unknown) => {
    if (!(error instanceof ApiClientError) || error.code !== 'artifact-digest-mismatch')
      throw error;
    // The server has different bytes than it reported: send everything.
    const all = uploads.map((upload) => ({ ...upload, isThere: false }));
    await uploadFiles(client, manifest, all, out);
    return client.registerVersion(registration);
  });
  progress.end();
  if (!record.verified) {
    throw new CliError(
      `${manifest.appId}@${manifest.version} is registered, but hosts are not given it: ${record.unverifiedReason}.`,
      `The server’s CDN is not at ${plan.cdn}. Ask its operator where it is, keep that with \`miniapp login --cdn <url>\`, raise the version and publish again.`,
      { code: 'not-verified' },
    );
  }
  return record;
}

async function findVersion(
  client: ApiClient,
  { appId, version }: Manifest,
): Promise<RegistrationRecord | undefined> {
  try {
    return await client.getVersion(appId, version);
  } catch (error) {
    const isNew = error instanceof ApiClientError && error.status === 404;
    // With a token that may publish but not read, the registration itself will tell.
    if (isNew || isScopeMissing(error)) return undefined;
    throw error;
  }
}

function otherContent({ appId, version }: Manifest, differing: readonly string[]): CliError {
  const [major, minor, patch] = version.split('.');
  return new CliError(
    `${appId}@${version} is published with other content: ${differing.join(', ')} differ${differing.length === 1 ? 's' : ''}.`,
    `A published version never changes. Raise "version" in manifest.json, for example to ${major}.${minor}.${Number(patch) + 1}, and publish again.`,
    { code: 'version-exists' },
  );
}
