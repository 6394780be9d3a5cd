import type { ApiClient } from '@host/api-client';
import { type MiniProgram, PLATFORMS, type RegistrationRecord } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatBytes } from '../../terminal/formatBytes.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';
import { noPath, takenPath } from '../../publish/pathProblems.ts';
import { chooseApp } from '../../project/chooseApp.ts';
import { describeIsolation, describeServed, paintRelease } from './describeVersion.ts';

export const inspectCommand = defineCommand<object>({
  name: 'inspect',
  summary: 'show everything that the server knows of a version',
  arguments: [
    ['[app]', 'com.acme.orders or com.acme.orders@1.4.0; by default the mini-app in this folder'],
  ],
  examples: [
    ['miniapp inspect', 'the newest version of the mini-app in this folder that is not withdrawn'],
    ['miniapp inspect com.acme.orders@1.4.0', 'a certain one'],
  ],
  async run(context, { args: [named] }) {
    const { client } = await connect(context.env);
    const { appId, version } = await chooseApp(context, named);
    const miniProgram = await client.getMiniProgram(appId);
    const record =
      version === undefined
        ? await newestUsable(client, miniProgram)
        : await client.getVersion(appId, version);
    showVersion(context.out, record, miniProgram);
    const { path } = miniProgram;
    const problem = path === undefined ? noPath(appId) : takenPath(appId, path);
    if (problem) {
      context.out.line();
      context.out.warn(problem.message, problem.fix);
    }
    if (miniProgram.suspended) {
      context.out.line();
      context.out.warn(
        `${appId} is suspended${miniProgram.suspendedReason ? `: ${miniProgram.suspendedReason}` : ''}`,
        'Nobody can open it until `miniapp resume`.',
      );
    }
    return { json: { miniProgram, record } };
  },
});

/** The newest version that is not withdrawn, or the newest one if all are. */
async function newestUsable(
  client: ApiClient,
  { appId, latestVersion }: MiniProgram,
): Promise<RegistrationRecord> {
  const latest = await client.getVersion(appId, latestVersion);
  if (latest.status !== 'withdrawn') return latest;
  const versions = await readPages((page) => client.listVersions(appId, page));
  return versions.find(({ status }) => status !== 'withdrawn') ?? latest;
}

function showVersion(out: Output, record: RegistrationRecord, miniProgram: MiniProgram): void {
  const { color } = out;
  const { publisher, released, path, suspended } = miniProgram;
  out.line();
  out.line(`  ${color.bold(record.name)}  ${color.dim(`${record.appId}@${record.version}`)}`);
  out.line();
  const row = (name: string, value: string) => [color.dim(name), value];
  out.table([
    row('state', paintRelease(color, record) + (record.isLatest ? color.dim(', the newest') : '')),
    row('people get', suspended ? color.dim('nothing') : describeServed(color, released)),
    row('path', path === undefined ? color.red('none') : `/${path}/`),
    ...(publisher === undefined ? [] : [row('publisher', publisher.name)]),
    ...(record.statusReason === undefined ? [] : [row('because', record.statusReason)]),
    ...(record.pausedBecause === undefined ? [] : [row('paused by', 'the server itself')]),
    ...(record.unverifiedReason === undefined
      ? []
      : [row('not verified', record.unverifiedReason)]),
    ...(record.description === undefined ? [] : [row('description', record.description)]),
    row('permissions', record.permissions.join(', ') || 'none'),
    row('runs in', describeIsolation(color, record)),
    row('host', `${record.minHostVersion} or later`),
    row('registered', formatDate(record.createdAt)),
    row('manifest', record.manifestUrl),
    ...(record.icon === undefined ? [] : [row('icon', record.icon)]),
  ]);
  out.line();
  out.table(
    [
      ['PLATFORM', 'ARCHIVE', 'SHA-256', 'SIGNED BY'].map(color.dim),
      ...PLATFORMS.flatMap((platform) => {
        const artifact = record.platforms[platform];
        if (!artifact) return [];
        const { size, sha256, signature } = artifact;
        // The whole digest is in --json; here it would break the lines of most terminals.
        const digest = `${sha256.slice(0, 16)}…`;
        return [[platform, formatBytes(size), digest, signature?.keyId ?? color.dim('nobody')]];
      }),
    ],
    'lr',
  );
  out.line();
  out.table([['SHARED MODULE', 'RANGE'].map(color.dim), ...Object.entries(record.shared)]);
}
