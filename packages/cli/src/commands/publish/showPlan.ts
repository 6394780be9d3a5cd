import type { CollectionInfo, RegistrationRecord, TokenScope } from '@host/contracts';

import type { Account } from '../../account/Account.ts';
import { formatBytes } from '../../terminal/formatBytes.ts';
import type { Output } from '../../terminal/Output.ts';
import type { KeyPair } from '../../keys/createKeyPair.ts';
import type { Place } from '../../publish/findPlace.ts';
import type { FixtureCollection } from '../../publish/fixtureData.ts';
import { pathProblems } from '../../publish/pathProblems.ts';
import type { PublishPlan } from '../../publish/publishProject.ts';
import { describeIsolation, paintRelease } from '../registry/describeVersion.ts';
import type { ProjectData } from './planData.ts';

/** Shows what would happen, for `--dry-run`. */
export function showPlan(
  out: Output,
  { manifest, uploads, icon, published }: PublishPlan,
  { server }: Account,
  options: {
    percentage: number | undefined;
    key: KeyPair | undefined;
    /** The required scopes, which the token has. */
    scopes: readonly TokenScope[];
    /** Collections that would be filled from `fixtures.json`. */
    toFill: readonly FixtureCollection[];
  },
): void {
  const { color } = out;
  const { percentage, key, scopes, toFill } = options;
  const title = color.bold(`${manifest.appId}@${manifest.version}`);
  if (published) {
    out.done(`${title} is published already, exactly as it is here. Nothing would change.`);
    return;
  }
  out.line(`${title} would be published to ${server}:`);
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
  for (const { name, documents } of toFill) {
    rows.push(['fill', name, '', color.dim(`${documents.length} documents of fixtures.json`)]);
  }
  out.table(rows, 'llrl');
  out.line();
  out.line(`The token may ${scopes.join(' and ')} ${manifest.appId}.`);
  out.line('Nothing was changed on the server.');
}

function signatureNote({ color }: Output, key: KeyPair | undefined): string {
  return color.dim(key ? `signed with the key ${key.keyId}` : 'not signed');
}

/** Shows the result. */
export function showPublished(
  out: Output,
  plan: PublishPlan,
  record: RegistrationRecord,
  outcome: PublishOutcome,
): void {
  const { color } = out;
  const { appId, version } = record;
  const title = color.bold(`${appId}@${version}`);
  if (plan.published) out.done(`${title} was published already, exactly as it is here.`);
  else out.done(`Published ${title}`);
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
    // Always shown, since a version can have lost the trust that the previous one had.
    [color.dim('runs in'), describeIsolation(color, record)],
    [color.dim('manifest'), record.manifestUrl],
    ...outcome.filled.map(({ name, path, documents, private: isPrivate }) => [
      color.dim('data'),
      `${path ?? name}: ${documents} documents of fixtures.json, for ${isPrivate ? 'people who are signed in' : 'everybody'}`,
    ]),
    [color.dim('opens at'), outcome.opensAt ?? `<scheme>://miniapp/${appId} in your host app`],
  ]);
  showProblems(out, appId, outcome);
  out.line();
  out.line(describeAudience(out, record, outcome));
}

/** The results other than the registration, and where people find the mini-app. */
export interface PublishOutcome extends Place {
  path: string | undefined;
  data: ProjectData;
  filled: readonly CollectionInfo[];
}

/** Shows problems that keep people from the mini-app's data. */
function showProblems(out: Output, appId: string, { path, data, filled }: PublishOutcome): void {
  const problems = pathProblems(appId, path, data.paths);
  for (const { message, fix } of problems) out.warn(message, fix);
  for (const { request, reason } of data.unfit) {
    out.warn(
      `What fixtures.json answers to ${request} cannot be a collection: ${reason}.`,
      'Documents are objects with an "id" of their own.',
    );
  }
  const empty = (data.plan?.missing ?? []).filter(
    ({ name }) => !filled.some((each) => each.name === name),
  );
  if (empty.length === 0) return;
  out.warn(
    `The server has no ${empty.map(({ name }) => name).join(', ')} for it yet: what it asks for there is not found.`,
    'Publish again with --fixtures to fill it with the data of fixtures.json, or fill it with `miniapp data put`.',
  );
}

/** Describes who gets it, and how to release it to more people. */
function describeAudience(
  { color }: Output,
  { appId, version, status, release }: RegistrationRecord,
  { released = [] }: PublishOutcome,
): string {
  const all = color.cyan(`miniapp release ${version} --percentage 100%`);
  if (status === 'registered') {
    return `Nobody gets it yet. To a tenth of all installs: ${color.cyan(`miniapp release ${version} --percentage 10%`)}; to everybody: ${all}`;
  }
  if (status !== 'released') return `It is ${status}: nobody gets it.`;
  if (release.percentage === 100) return `Everybody gets it when they open ${appId} next.`;
  const others = released.find((each) => each.percentage === 100)?.version;
  const rest = others === undefined ? 'cannot open it yet' : `get ${others}`;
  return `About ${release.percentage} of 100 installs get it, and the others ${rest}. To everybody: ${all}`;
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
