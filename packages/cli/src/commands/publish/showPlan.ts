import type { RegistrationRecord, TokenScope } from '@host/contracts';

import type { Account } from '../../account/Account.ts';
import { formatBytes } from '../../terminal/formatBytes.ts';
import type { Output } from '../../terminal/Output.ts';
import type { KeyPair } from '../../keys/createKeyPair.ts';
import type { PublishPlan } from '../../publish/publishProject.ts';
import { describeIsolation, paintRelease } from '../registry/describeVersion.ts';

/** What would happen, for `--dry-run`. */
export function showPlan(
  out: Output,
  { manifest, uploads, icon, published }: PublishPlan,
  { server }: Account,
  options: {
    percentage: number | undefined;
    key: KeyPair | undefined;
    /** What the token was asked for, and has. */
    scopes: readonly TokenScope[];
  },
): void {
  const { color } = out;
  const { percentage, key, scopes } = options;
  const name = color.bold(`${manifest.appId}@${manifest.version}`);
  if (published) {
    out.done(`${name} is published already, exactly as it is here. Nothing would change.`);
    return;
  }
  out.line(`${name} would be published to ${server}:`);
  const rows = uploads.map(({ file, size, isThere }) =>
    isThere
      ? [color.dim('skip'), file, formatBytes(size), color.dim('there already')]
      : ['upload', file, formatBytes(size), ''],
  );
  if (icon) rows.push(['upload', `icons/${icon.file}`, formatBytes(icon.body.length), '']);
  rows.push(['register', `${manifest.appId}@${manifest.version}`, '', signatureNote(out, key)]);
  rows.push(
    percentage === undefined
      ? [color.dim('no release'), '', '', color.dim('nobody gets it yet')]
      : ['release', `to ${percentage} %`, '', ''],
  );
  out.table(rows, 'llrl');
  out.line();
  out.line(`The token may ${scopes.join(' and ')} ${manifest.appId}.`);
  out.line('Nothing was changed on the server.');
}

function signatureNote({ color }: Output, key: KeyPair | undefined): string {
  return color.dim(key ? `signed with the key ${key.keyId}` : 'not signed');
}

/** What was done. */
export function showPublished(out: Output, plan: PublishPlan, record: RegistrationRecord): void {
  const { color } = out;
  const { appId, version } = record;
  const name = color.bold(`${appId}@${version}`);
  if (plan.published) out.done(`${name} was published already, exactly as it is here.`);
  else out.done(`Published ${name}`);
  const sent = plan.uploads.filter(({ isThere }) => !isThere);
  const bytes = sent.reduce((sum, { size }) => sum + size, 0);
  const skipped = plan.uploads.length - sent.length;
  out.table([
    ...(plan.published
      ? []
      : [
          [
            color.dim('sent'),
            `${sent.length} files, ${formatBytes(bytes)}${skipped > 0 ? `; ${skipped} were there already` : ''}`,
          ],
        ]),
    [color.dim('state'), paintRelease(color, record)],
    // Said each time: a version can have lost what the one before it had.
    [color.dim('runs in'), describeIsolation(color, record)],
    [color.dim('manifest'), record.manifestUrl],
  ]);
  if (record.status !== 'registered') return;
  out.line();
  out.line(`Nobody gets it yet: ${color.cyan(`miniapp release ${version} --percentage 10%`)}`);
}

export function planJson(
  { registration, uploads, icon, published }: PublishPlan,
  percentage: number | undefined,
): object {
  return {
    appId: registration.appId,
    version: registration.version,
    alreadyPublished: published !== undefined,
    uploads: uploads.map(({ file, size, sha256, isThere }) => ({ file, size, sha256, isThere })),
    icon: icon ? icon.file : null,
    registration,
    release: percentage ?? null,
  };
}
