import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { ApiClient } from '@host/api-client';
import {
  type CollectionInfo,
  type Manifest,
  type Platform,
  type SubmittedCheck,
  type TokenScope,
  iconUrl,
} from '@host/contracts';

import { chooseKey } from '../../account/chooseKey.ts';
import { cdnOf, connect } from '../../account/connect.ts';
import { checkProject } from '../../check/checkProject.ts';
import { DEFAULT_BUDGET } from '../../check/checkSize.ts';
import { checkHostVersion } from '../../check/manifest/checkManifest.ts';
import { checkSharedModules } from '../../check/run/checkArtifacts.ts';
import { loadHeadlessHost } from '../../check/run/loadHeadlessHost.ts';
import { CliError, usageError } from '../../terminal/CliError.ts';
import { offer } from '../../terminal/confirm.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import type { Output } from '../../terminal/Output.ts';
import { choosePlatforms } from '../../project/choosePlatforms.ts';
import { readBudget } from '../../project/readBudget.ts';
import { readPercentage } from '../../project/readPercentage.ts';
import { readProject } from '../../project/MiniAppProject.ts';
import { requireScopes } from '../../publish/requireScopes.ts';
import { fillCollections } from '../../publish/fillCollections.ts';
import { findPlace } from '../../publish/findPlace.ts';
import { packProject } from '../../publish/packProject.ts';
import { buildPlatforms } from '../../build/buildPlatforms.ts';
import { carryOut, planPublish } from '../../publish/publishProject.ts';
import { checkJson } from '../check/checkCommand.ts';
import { showCheck } from '../check/showCheck.ts';
import { paintState } from '../review/describeReview.ts';
import { submittedCheckOf } from '../review/submittedCheck.ts';
import { PACKED } from '../pack/packCommand.ts';
import { type ProjectData, planData } from './planData.ts';
import { planJson, showPlan, showPublished } from './showPlan.ts';

interface PublishOptions {
  platform?: string;
  budget?: string;
  release?: string;
  fixtures?: boolean;
  key?: string;
  dryRun?: boolean;
  skipCheck?: boolean;
  submit?: string;
}

export const publishCommand = defineCommand<PublishOptions>({
  name: 'publish',
  summary: 'check, build, upload and register this version',
  description:
    'Nobody gets a registered version until it is released, here with --release or later with `miniapp release`. After a cut, run it again: it goes on where it stopped. The same version again is no change; other content needs another version. Collections that are on the server already are never changed here; `miniapp data put` replaces one.',
  options: [
    ['--release <share>', 'release it at once, to a share of all installs: 10%, 100%'],
    [
      '--fixtures',
      'fill collections that the server does not have yet with what fixtures.json answers',
    ],
    ['--submit <notes>', 'submit it for review, with these notes and what the check found'],
    ['--dry-run', 'say what would happen, and change nothing on the server'],
    [
      '--key <file>',
      'sign with this key; by default MINIAPP_KEY, or the one that `miniapp keys create` made',
    ],
    ['--budget <size>', 'how large each archive may be, 1MB by default'],
    ['--skip-check', 'when CI has run `miniapp check` on this commit already'],
    ['-p, --platform <name>', 'all by default; ios and android have to be among them'],
  ],
  examples: [
    ['miniapp publish --dry-run', 'what would happen?'],
    ['miniapp publish', 'register it; nobody gets it yet'],
    ['miniapp publish --release 100% --fixtures', 'to everybody, with the data of fixtures.json'],
    ['miniapp publish --release 10%', 'and give it to a tenth of all installs'],
    ['miniapp publish --submit "Orders can be cancelled"', 'and ask a reviewer to approve it'],
  ],
  writesBuild: true,
  async run(context, { options }) {
    const { cwd, env, out } = context;
    const platforms = choosePlatforms(options.platform ?? 'all');
    if (!platforms.includes('ios') || !platforms.includes('android')) {
      throw usageError(
        'A version is published for ios and android.',
        'Leave --platform out, or name both.',
      );
    }
    const percentage = options.release === undefined ? undefined : readPercentage(options.release);
    const budget = options.budget === undefined ? DEFAULT_BUDGET : readBudget(options.budget);
    const { manifest: written } = await readProject(cwd);
    const connection = await connect(env);
    const needed: readonly TokenScope[] = [
      'publish',
      ...(percentage === undefined ? [] : (['release'] as const)),
      ...(options.fixtures ? (['data'] as const) : []),
    ];
    const access = await requireScopes(connection.client, written.appId, needed);
    const cdn = await cdnOf(connection);
    const manifest = { ...written, icon: iconUrl(written.icon, cdn) };
    const key = await chooseKey(context, manifest.appId, options.key);

    let check: SubmittedCheck | undefined;
    if (options.skipCheck) {
      await buildPlatforms(cwd, platforms, out);
      await warnOfHosts(out, cwd, platforms, manifest);
    } else {
      const report = await checkProject(cwd, { platforms, budget, access }, out, (name, soFar) =>
        showCheck(out, name, soFar, budget),
      );
      if (!report.ok) {
        out.line();
        out.fail('Nothing was published.', 'Correct what the check found, and publish again.');
        return { failed: true, json: { published: false, check: checkJson(report, budget) } };
      }
      check = submittedCheckOf(report);
    }
    const archives = await packProject(cwd, manifest, {
      platforms,
      outDir: join(cwd, PACKED),
      key,
    });
    const plan = await planPublish(connection.client, cdn, cwd, manifest, archives);
    const data = await planData(connection.client, cwd, manifest.appId);
    await warnOfIcon(out, cwd, manifest, cdn);
    out.line();
    if (options.dryRun) {
      const toFill = options.fixtures ? (data.plan?.missing ?? []) : [];
      showPlan(out, plan, connection.account, { percentage, key, scopes: needed, toFill });
      return { json: { dryRun: true, ...planJson(plan, percentage) } };
    }

    let record = plan.published ?? (await carryOut(connection.client, plan, out));
    if (percentage !== undefined && !isReleasedAt(record, percentage)) {
      record = await connection.client
        .releaseVersion(manifest.appId, manifest.version, { percentage })
        .catch((error: unknown) => {
          throw new CliError(
            `${manifest.appId}@${manifest.version} is published, but could not be released: ${(error as Error).message}`,
            `Release it with \`miniapp release ${manifest.version} --percentage ${percentage}%\`.`,
            { code: 'not-released', cause: error },
          );
        });
    }
    const review =
      options.submit === undefined
        ? undefined
        : await connection.client.submitVersion(manifest.appId, manifest.version, {
            notes: options.submit,
            ...(check && { check }),
          });
    const filled = await fill(connection.client, out, manifest.appId, data, options.fixtures);
    const place = await findPlace(connection.client, manifest.appId);
    showPublished(out, plan, record, { ...place, path: access.path, data, filled });
    if (review) out.line(`  Its review: ${paintState(out.color, review.state)}`);
    return {
      json: {
        published: !plan.published,
        ...planJson(plan, percentage),
        record,
        ...(review && { review }),
        path: access.path ?? null,
        opensAt: place.opensAt ?? null,
        filled: filled.map(({ name, path, documents }) => ({ name, path, documents })),
      },
    };
  },
});

/** Fills missing collections: with --fixtures, or after asking. */
async function fill(
  client: ApiClient,
  out: Output,
  appId: string,
  { plan, isPrivate }: ProjectData,
  isWanted: boolean | undefined,
): Promise<CollectionInfo[]> {
  const missing = plan?.missing ?? [];
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name).join(', ');
  const question = `The server has nothing in ${names} yet. Fill it with the data of fixtures.json?`;
  if (!isWanted && !(await offer(out, question))) return [];
  return fillCollections(client, appId, missing, { isPrivate });
}

/** Warns of shared modules that hosts do not have: the registry would never offer the version to them. */
async function warnOfHosts(
  out: Output,
  root: string,
  platforms: readonly Platform[],
  manifest: Manifest,
): Promise<void> {
  for (const { message, fix } of checkHostVersion(manifest, '')) out.warn(message, fix);
  const host = await loadHeadlessHost();
  for (const platform of platforms) {
    for (const { message, fix } of await checkSharedModules(host, root, platform)) {
      out.warn(`No known host runs this version on ${platform}. ${message}`, fix);
    }
  }
}

/** Warns of an icon in the project that is not published. */
async function warnOfIcon(
  out: Output,
  root: string,
  { appId, icon }: Manifest,
  cdn: string,
): Promise<void> {
  if (icon.startsWith(`${cdn}/icons/`)) return;
  const name = (await readdir(root)).find((file) => /^icon\.(svg|png)$/.test(file));
  if (name === undefined) return;
  out.warn(
    `${name} is not uploaded: "icon" in manifest.json is not on this server’s CDN.`,
    `To publish it, set "icon" to ${cdn}/icons/${appId}${extname(name)}.`,
  );
}

function isReleasedAt(
  { status, release }: { status: string; release: { percentage: number } },
  percentage: number,
): boolean {
  return status === 'released' && release.percentage === percentage;
}
