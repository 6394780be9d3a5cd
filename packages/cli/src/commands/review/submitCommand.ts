import { connect } from '../../account/connect.ts';
import { chooseApp } from '../../project/chooseApp.ts';
import { readProject } from '../../project/MiniAppProject.ts';
import type { Context } from '../../terminal/Context.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { decisionRows, paintState } from './describeReview.ts';
import { readCheck } from './submittedCheck.ts';

/** The version to submit: the one given, or that of the mini-app in this folder. */
export async function chooseSubmitted(
  context: Pick<Context, 'cwd'>,
  named: string | undefined,
): Promise<{ appId: string; version: string }> {
  const { appId, version } = await chooseApp(context, named);
  return { appId, version: version ?? (await readProject(context.cwd)).manifest.version };
}

export const submitCommand = defineCommand<{ notes?: string; check?: string }>({
  name: 'submit',
  summary: 'ask a reviewer to approve a published version',
  description:
    'A reviewer sees what the version changes against the one that people get now, your notes, and what the check found when you send that along. Whether a version can be released without an approval is up to the platform: `miniapp status` says so. The same again is no change; other notes, or a rejected version, are a new submission.',
  arguments: [
    ['[version]', '1.4.0 or com.acme.orders@1.4.0; by default the version in this folder'],
  ],
  options: [
    ['--notes <text>', 'for the reviewer: what is new, and how to try it'],
    ['--check <file>', 'send along what `miniapp check --json` printed'],
  ],
  examples: [
    ['miniapp submit --notes "Orders can be cancelled"', 'the version in this folder'],
    [
      'miniapp check --json > check.json && miniapp submit --check check.json',
      'with what the check found',
    ],
    ['miniapp submit com.acme.orders@1.4.0', 'a certain one'],
    ['miniapp status', 'what became of it'],
  ],
  async run(context, { args: [named], options }) {
    const { out } = context;
    const { appId, version } = await chooseSubmitted(context, named);
    const check = options.check === undefined ? undefined : await readCheck(options.check);
    const { client } = await connect(context.env);
    const review = await client.submitVersion(appId, version, {
      ...(options.notes !== undefined && { notes: options.notes }),
      ...(check && { check }),
    });
    out.done(`${out.color.bold(`${appId}@${version}`)} is ${paintState(out.color, review.state)}`);
    if (review.state === 'submitted') {
      out.line(`  What becomes of it: ${out.color.cyan(`miniapp status ${appId}@${version}`)}`);
    } else out.table(decisionRows(out, review));
    return { json: { review } };
  },
});
