import type { RegistrationRecord } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { confirm } from '../../terminal/confirm.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';
import { readTimeToCome } from '../../terminal/readTimeToCome.ts';
import { chooseApp, chooseVersion } from '../../project/chooseApp.ts';
import { readPercentage } from '../../project/readPercentage.ts';
import { paintRelease } from './describeVersion.ts';

const APP = ['--app <appId>', 'the mini-app; by default the one in this folder'] as const;
const REASON = ['--reason <text>', 'why, for the audit log'] as const;
const VERSION = ['<version>', 'for example 1.4.0, or com.acme.orders@1.4.0'] as const;

interface ReleaseOptions {
  app?: string;
  percentage?: string;
  cohort?: string;
  at?: string;
  cancel?: boolean;
}

export const releaseCommand = defineCommand<ReleaseOptions>({
  name: 'release',
  summary: 'give a registered version to people, or change its share',
  description:
    'A version that was never released goes to everybody when nothing is said. Later, what is left out stays as it was: `--percentage 100%` ends a partial rollout. Raising the share keeps everybody who has the version already.',
  arguments: [VERSION],
  options: [
    ['--percentage <share>', 'a share of all installs, for example 10%'],
    ['--cohort <names>', 'whole cohorts, several with commas; "" for none'],
    ['--at <time>', 'then: a time with zone, or 10m, 2h, 1d from now'],
    ['--cancel', 'take back what is scheduled'],
    APP,
  ],
  examples: [
    ['miniapp release 1.4.0 --percentage 10%', 'to a tenth of all installs'],
    ['miniapp release 1.4.0 --percentage 100%', 'to everybody'],
    ['miniapp release 1.4.0 --percentage 10% --at 2027-01-11T06:00:00Z', 'on Monday morning'],
    ['miniapp release 1.4.0 --percentage 0 --cohort beta', 'to the testers only'],
  ],
  async run(context, { args: [named], options }) {
    const { client } = await connect(context.env);
    const { appId, version } = await chooseVersion(context, named, options.app);
    const { percentage, cohort, at } = options;
    const { out } = context;
    if (options.cancel) {
      const cancelled = await client.cancelRelease(appId, version);
      out.done(`No release of ${out.color.bold(`${appId}@${version}`)} is scheduled any more`);
      return { json: { record: cancelled } };
    }
    const request = {
      ...(percentage !== undefined && { percentage: readPercentage(percentage) }),
      ...(cohort !== undefined && { cohorts: cohort.split(',').filter(Boolean) }),
    };
    if (at !== undefined) {
      const later = readTimeToCome(at, '--at', Date.now());
      const scheduled = await client.scheduleRelease(appId, version, { ...request, at: later });
      out.done(`${out.color.bold(`${appId}@${version}`)} will be released ${formatDate(later)}`);
      return { json: { record: scheduled } };
    }
    const record = await client.releaseVersion(appId, version, request);
    const shown = showRecord(context.out, record);
    if (record.status === 'released' && record.release.percentage < 100) {
      const all = `miniapp release ${appId}@${version} --percentage 100%`;
      context.out.line(`  To everybody: ${context.out.color.cyan(all)}`);
    }
    return shown;
  },
});

interface StepOptions {
  app?: string;
  reason?: string;
  yes?: boolean;
}

export const pauseCommand = defineCommand<StepOptions>({
  name: 'pause',
  summary: 'stop giving a version to people, for now',
  description: 'Nobody is given the version until it is released again; its share is kept.',
  arguments: [VERSION],
  options: [REASON, APP],
  examples: [
    ['miniapp pause 1.4.0 --reason "Crashes on old phones"', 'until it is released again'],
  ],
  async run(context, { args: [named], options }) {
    const { client } = await connect(context.env);
    const { appId, version } = await chooseVersion(context, named, options.app);
    return showRecord(context.out, await client.pauseVersion(appId, version, reasonOf(options)));
  },
});

export const withdrawCommand = defineCommand<StepOptions>({
  name: 'withdraw',
  summary: 'take a version back for good',
  description: 'It is never given to anybody again, and its number is never used again.',
  arguments: [VERSION],
  options: [REASON, ['-y, --yes', 'do not ask'], APP],
  examples: [
    ['miniapp withdraw 1.4.0', 'asks first'],
    ['miniapp withdraw 1.4.0 --yes --reason "Loses drafts"', 'in a script'],
  ],
  async run(context, { args: [named], options }) {
    const { client } = await connect(context.env);
    const { appId, version } = await chooseVersion(context, named, options.app);
    await confirm(context.out, `Withdraw ${appId}@${version} for good?`, options.yes);
    return showRecord(context.out, await client.withdrawVersion(appId, version, reasonOf(options)));
  },
});

export const rollbackCommand = defineCommand<StepOptions & { to?: string }>({
  name: 'rollback',
  summary: 'go back to the version that was released before',
  description: 'It is released to everybody; what is released above it is paused.',
  arguments: [['[appId]', 'by default the mini-app in this folder']],
  options: [['--to <version>', 'go back to this version'], REASON],
  examples: [
    ['miniapp rollback', 'to the version before'],
    ['miniapp rollback com.acme.orders --to 1.2.0', 'to a certain one'],
  ],
  async run(context, { args: [named], options }) {
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, named);
    const to = options.to === undefined ? {} : { to: options.to };
    const record = await client.rollBack(appId, { ...to, ...reasonOf(options) });
    const shown = showRecord(context.out, record);
    const { paused } = record;
    context.out.line(
      paused.length === 0
        ? '  Nothing above it was released.'
        : `  Paused: ${paused.join(', ')}. ${paused.length === 1 ? 'It keeps its share' : 'They keep their shares'}; release ${paused.length === 1 ? 'it' : 'one'} again with ${context.out.color.cyan(`miniapp release ${appId}@${paused[0]}`)}.`,
    );
    return shown;
  },
});

function suspensionCommand(name: 'suspend' | 'resume', summary: string, description: string) {
  return defineCommand<StepOptions>({
    name,
    summary,
    description,
    arguments: [['[appId]', 'by default the mini-app in this folder']],
    options: [REASON],
    examples: [[`miniapp ${name} com.acme.orders`, 'from now on']],
    async run(context, { args: [named], options }) {
      const { client } = await connect(context.env);
      const { appId } = await chooseApp(context, named);
      const miniProgram = await client[name](appId, reasonOf(options));
      context.out.done(`${appId} is ${miniProgram.suspended ? 'suspended' : 'open to people'}`);
      return { json: { miniProgram } };
    },
  });
}

export const suspendCommand = suspensionCommand(
  'suspend',
  'stop a mini-app everywhere, at once',
  'Hosts refuse to open it and tell people that it is suspended.',
);

export const resumeCommand = suspensionCommand(
  'resume',
  'let a suspended mini-app run again',
  'Its releases are as they were.',
);

function reasonOf({ reason }: StepOptions) {
  return reason === undefined ? {} : { reason };
}

function showRecord(out: Output, record: RegistrationRecord) {
  const { appId, version } = record;
  out.done(`${out.color.bold(`${appId}@${version}`)} is ${paintRelease(out.color, record)}`);
  return { json: { record } };
}
