import {
  PLATFORMS,
  type Platform,
  ResolveQuery,
  type VersionShare,
  explainIssue,
  possibleVersions,
} from '@host/contracts';
import * as z from 'zod/mini';

import { connect } from '../../account/connect.ts';
import { chooseApp } from '../../project/chooseApp.ts';
import { usageError } from '../../terminal/CliError.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { readChoice } from '../../terminal/readChoice.ts';

interface ChoiceOptions {
  app?: string;
  hostVersion?: string;
  installId?: string;
  cohort?: string;
  platform?: string;
}

export const deviceChoice = defineCommand<ChoiceOptions>({
  name: 'choice',
  summary: 'say which version of a mini-app a device would get, and why',
  description:
    'As its host would ask. Which install a device is, the server does not know: without --install-id every version is named that it may get, and how likely.',
  arguments: [['<id>', 'the id that `miniapp devices list` shows']],
  options: [
    ['--app <appId>', 'the mini-app; by default the one in this folder'],
    ['--host-version <version>', 'the version of the host app on the device'],
    ['--install-id <id>', 'what the host names itself by, which decides about shares'],
    ['--cohort <names>', 'the cohorts that the host is in, with commas'],
    ['--platform <platform>', `by default what the device says: ${PLATFORMS.join(', ')}`],
  ],
  examples: [
    ['miniapp devices choice 815 --app com.acme.orders --host-version 1.4.0', 'what it may get'],
    [
      'miniapp devices choice 815 --app com.acme.orders --host-version 1.4.0 --cohort qa',
      'a device of a tester',
    ],
  ],
  async run(context, { args: [id], options }) {
    const { out, env } = context;
    const { hostVersion, installId, cohort } = options;
    const wanted = readQuery({
      platform: readChoice(options.platform, '--platform', PLATFORMS),
      hostVersion,
      ...(installId !== undefined && { installId }),
      ...(cohort !== undefined && { cohorts: cohort }),
    });
    const { appId } = await chooseApp(context, options.app);
    const { client } = await connect(env);
    const device = await client.getDevice(id!);
    const query = { ...wanted, platform: wanted.platform ?? platformOf(device.platform) };
    const choice = await client.explainChoice(appId, query);
    const { suspended, version, verdicts } = choice;
    const possible: VersionShare[] = suspended
      ? [{ version: undefined, percent: 100 }]
      : installId === undefined
        ? possibleVersions(verdicts, cohort?.split(','))
        : [{ version, percent: 100 }];
    if (suspended) out.line(`${appId} is suspended: nobody can open it.`);
    else out.line(`It would get ${possible.map(shareWords).join(', or ')}.`);
    if (verdicts.length > 0) {
      out.table([
        ['VERSION', 'SHARE', 'COHORTS', 'WHY'].map(out.color.dim),
        ...verdicts.map(({ version: each, percentage, cohorts, verdict, detail }) => [
          out.color.bold(each),
          `${percentage} %`,
          cohorts.join(', '),
          [verdict.replaceAll('-', ' '), detail].filter(Boolean).join(': '),
        ]),
      ]);
    }
    return { json: { choice, possible } };
  },
});

/** What the options ask, where the device itself says its platform. */
const WithoutPlatform = z.extend(ResolveQuery, { platform: z.optional(z.enum(PLATFORMS)) });

function readQuery(wanted: object): z.infer<typeof WithoutPlatform> {
  const parsed = z.safeParse(WithoutPlatform, wanted, { error: explainIssue });
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const flag = { installId: '--install-id', cohorts: '--cohort' }[String(first?.path[0])];
  throw usageError(
    `${flag ?? '--host-version'} does not fit: ${first?.message}.`,
    'For example: miniapp devices choice 815 --app com.acme.orders --host-version 1.4.0',
  );
}

function platformOf(given: string): Platform {
  const platform = PLATFORMS.find((each) => each === given);
  if (platform !== undefined) return platform;
  throw usageError(
    `The device says "${given}", which no mini-app is built for.`,
    `Say it with --platform: ${PLATFORMS.join(', ')}.`,
  );
}

function shareWords({ version, percent }: VersionShare, _: number, all: VersionShare[]): string {
  const share = all.length > 1 ? ` (${Number(percent.toFixed(2))} % of installs)` : '';
  return `${version ?? 'no version'}${share}`;
}
