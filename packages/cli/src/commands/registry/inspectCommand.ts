import { PLATFORMS, type RegistrationRecord } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatBytes } from '../../terminal/formatBytes.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';
import { chooseApp } from '../../project/chooseApp.ts';
import { describeIsolation, paintRelease } from './describeVersion.ts';

export const inspectCommand = defineCommand<object>({
  name: 'inspect',
  summary: 'show everything that the server knows of a version',
  arguments: [
    ['[app]', 'com.acme.orders or com.acme.orders@1.4.0; by default the mini-app in this folder'],
  ],
  examples: [
    ['miniapp inspect', 'the newest version of the mini-app in this folder'],
    ['miniapp inspect com.acme.orders@1.4.0', 'a certain one'],
  ],
  async run(context, { args: [named] }) {
    const { client } = await connect(context.env);
    const { appId, version } = await chooseApp(context, named);
    const miniProgram = await client.getMiniProgram(appId);
    const record = await client.getVersion(appId, version ?? miniProgram.latestVersion);
    showVersion(context.out, record, miniProgram.publisher?.name);
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

function showVersion(out: Output, record: RegistrationRecord, publisher?: string): void {
  const { color } = out;
  out.line();
  out.line(`  ${color.bold(record.name)}  ${color.dim(`${record.appId}@${record.version}`)}`);
  out.line();
  const row = (name: string, value: string) => [color.dim(name), value];
  out.table([
    row('state', paintRelease(color, record) + (record.isLatest ? color.dim(', the newest') : '')),
    ...(publisher === undefined ? [] : [row('publisher', publisher)]),
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
