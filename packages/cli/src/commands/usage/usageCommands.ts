import { AnalyticsQuery, LIMITS } from '@host/contracts';
import * as z from 'zod/mini';

import { connect } from '../../account/connect.ts';
import { chooseApp, chooseVersion } from '../../project/chooseApp.ts';
import { usageError } from '../../terminal/CliError.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { readDays } from '../observe/readDays.ts';

const APP = ['--app <appId>', 'the mini-app; by default the one in this folder'] as const;

const versions = defineCommand<{ app?: string; days?: string }>({
  name: 'versions',
  summary: 'show how many installs run which version, day by day, and how they ran',
  description: 'Days are those of UTC.',
  options: [APP, ['--days <number>', `how many, ${LIMITS.seriesDays} at most`]],
  examples: [['miniapp usage versions --app com.acme.orders --days 7', 'the last week']],
  async run(context, { options }) {
    const { out, env } = context;
    const query = readDays(options.days);
    const { appId } = await chooseApp(context, options.app);
    const { client } = await connect(env);
    const series = await client.readVersionSeries(appId, query);
    if (series.days.length === 0) out.line(`Nobody opened ${appId}.`);
    else {
      out.table(
        [
          ['DAY', 'VERSION', 'INSTALLS', 'SHARE', 'OPENED', 'FAILED', 'CRASHED'].map(out.color.dim),
          ...series.days.map((each) => [
            each.day,
            out.color.bold(each.version),
            `${each.installs}`,
            `${Math.round(each.share * 1000) / 10} %`,
            `${each.loaded}`,
            `${each.loadFailed + each.crashedOnStart + each.hung}`,
            `${each.crashed}`,
          ]),
        ],
        'llrrrrr',
      );
    }
    return { json: { series } };
  },
});

interface DayOptions {
  app?: string;
  from?: string;
  to?: string;
}

function countCommand(name: 'screens' | 'events', summary: string) {
  return defineCommand<DayOptions>({
    name,
    summary,
    description: 'Days are those of UTC; the last 30 by default.',
    options: [
      APP,
      ['--from <day>', 'the first, 2026-01-10'],
      ['--to <day>', 'the last, which counts, too'],
    ],
    examples: [[`miniapp usage ${name} --app com.acme.orders --from 2026-01-10`, 'since then']],
    async run(context, { options: { app, from, to } }) {
      const { out, env } = context;
      const days = readRange({
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
      });
      const { appId } = await chooseApp(context, app);
      const { client } = await connect(env);
      const counts =
        name === 'screens'
          ? await client.countScreens(appId, days)
          : await client.countEvents(appId, days);
      if (counts.items.length === 0) out.line(`No ${name} were counted.`);
      else {
        out.table(
          [
            ['DAY', 'TIMES', 'NAME'].map(out.color.dim),
            ...counts.items.map((each) => [each.day, `${each.count}`, out.color.bold(each.name)]),
          ],
          'lr',
        );
      }
      return { json: { counts } };
    },
  });
}

const reports = defineCommand<{ app?: string }>({
  name: 'reports',
  summary: 'show what hosts reported of a version: starts, failures, complaints',
  arguments: [['<version>', 'for example 1.4.0, or com.acme.orders@1.4.0']],
  options: [APP],
  examples: [['miniapp usage reports com.acme.orders@1.4.0', 'and what counts for its pause']],
  async run(context, { args: [named], options }) {
    const { out, env } = context;
    const { appId, version } = await chooseVersion(context, named, options.app);
    const { client } = await connect(env);
    const found = await client.readReports(appId, version);
    const { starts, days, failures } = found;
    out.line(
      `${out.color.bold(`${appId}@${version}`)}: ${starts.failedInstalls} of ${starts.installs} installs failed to start it`,
    );
    out.table(
      [
        ['DAY', 'OPENED', 'FAILED', 'CRASHED', 'COMPLAINTS'].map(out.color.dim),
        ...days.map((each) => [
          each.day,
          `${each.loaded}`,
          `${each.loadFailed + each.crashedOnStart + each.hung}`,
          `${each.crashed}`,
          `${each.complaints}`,
        ]),
      ],
      'lrrrr',
    );
    for (const { kind, message, count, lastAt } of failures) {
      out.line(`  ${kind} ${count} times, last ${formatDate(lastAt)}: ${message.split('\n')[0]}`);
    }
    return { json: { reports: found } };
  },
});

export const usageGroup: CommandGroup = {
  name: 'usage',
  summary: 'see how a mini-app is used, and how its versions run',
  commands: [
    versions,
    countCommand('screens', 'count how often each screen was seen, day by day'),
    countCommand('events', 'count how often each event was tracked, day by day'),
    reports,
  ],
};

function readRange(wanted: object): AnalyticsQuery {
  const parsed = z.safeParse(AnalyticsQuery, wanted);
  if (parsed.success) return parsed.data;
  const flag = `--${String(parsed.error.issues[0]?.path[0])}`;
  throw usageError(`It is no day that ${flag} names.`, `Write it as ${flag} 2026-01-10.`);
}
