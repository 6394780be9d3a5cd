import type { Review } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import { chooseVersion } from '../../project/chooseApp.ts';
import { usageError } from '../../terminal/CliError.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import type { Context } from '../../terminal/Context.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { paintState } from './describeReview.ts';

const VERSION = [
  '<version>',
  'com.acme.orders@1.4.0, or 1.4.0 of the mini-app in this folder',
] as const;

const list = defineCommand<{ all?: boolean }>({
  name: 'list',
  summary: 'list what waits for a reviewer, who waits longest first',
  options: [['--all', 'what was decided, too, the newest first']],
  examples: [['miniapp review list', 'the queue']],
  async run({ env, out }, { options }) {
    const { client } = await connect(env);
    const state = options.all ? undefined : 'submitted';
    const reviews = await readPages((page) => client.listReviews({ ...page, state }));
    if (reviews.length === 0) out.line('Nothing waits for a reviewer.');
    else {
      out.table([
        ['VERSION', 'NAME', 'STATE', 'SUBMITTED', 'NOTES'].map(out.color.dim),
        ...reviews.map((review) => [
          out.color.bold(`${review.appId}@${review.version}`),
          review.name,
          paintState(out.color, review.state),
          formatDate(review.submittedAt),
          review.notes?.split('\n')[0] ?? '',
        ]),
      ]);
    }
    return { json: { reviews } };
  },
});

const approve = defineCommand<{ reason?: string }>({
  name: 'approve',
  summary: 'let a submitted version be released',
  description: 'Needs a token with the scope trust, which no token that publishes has.',
  arguments: [VERSION],
  options: [['--reason <text>', 'for the publisher and the audit log']],
  examples: [['miniapp review approve com.acme.orders@1.4.0', 'it can be released now']],
  run: (context, { args: [named], options }) =>
    decide(context, named, { decision: 'approved', reasons: options.reason }),
});

const reject = defineCommand<{ reason?: string }>({
  name: 'reject',
  summary: 'send a submitted version back, with reasons',
  description:
    'The publisher reads the reasons with `miniapp status`. It stops no release: `miniapp pause` does. Needs the scope trust.',
  arguments: [VERSION],
  options: [['--reason <text>', 'what is to be mended']],
  examples: [
    ['miniapp review reject com.acme.orders@1.4.0 --reason "Why does it need email?"', 'sent back'],
  ],
  run(context, { args: [named], options }) {
    if (options.reason === undefined) {
      throw usageError('No reason is given.', 'Add --reason "…": the publisher is to know it.');
    }
    return decide(context, named, { decision: 'rejected', reasons: options.reason });
  },
});

async function decide(
  context: Context,
  named: string | undefined,
  { decision, reasons }: { decision: 'approved' | 'rejected'; reasons: string | undefined },
): Promise<{ json: { review: Review } }> {
  const { out } = context;
  const { appId, version } = await chooseVersion(context, named);
  const { client } = await connect(context.env);
  const { submission } = await client.getReview(appId, version);
  const review = await client.decideReview(appId, version, {
    decision,
    submission,
    ...(reasons !== undefined && { reasons }),
  });
  out.done(`${out.color.bold(`${appId}@${version}`)} is ${paintState(out.color, review.state)}`);
  return { json: { review } };
}

const require = defineCommand<{ publisher?: string; off?: boolean; inherit?: boolean }>({
  name: 'require',
  summary: 'say whether versions have to be approved before they are released',
  description:
    'For the platform, or for one publisher, whatever holds for the platform. People keep what they have, and can be taken back to what they had. Needs the scope admin.',
  options: [
    ['--publisher <id>', 'for the versions of this publisher'],
    ['--off', 'they need no approval'],
    ['--inherit', 'for the publisher holds what holds for the platform'],
  ],
  examples: [
    ['miniapp review require', 'every version has to be approved'],
    ['miniapp review require --off', 'none has to'],
    ['miniapp review require --publisher acme --off', 'but those of acme do not'],
  ],
  async run({ env, out }, { options }) {
    const { publisher, off = false, inherit = false } = options;
    if (inherit && publisher === undefined) {
      throw usageError('--inherit is for a publisher.', 'Add --publisher <id>.');
    }
    const { client } = await connect(env);
    if (publisher === undefined) {
      const policy = await client.setReviewPolicy({ required: !off });
      out.done(policy.required ? 'Versions have to be approved' : 'Versions need no approval');
      return { json: { policy } };
    }
    const changed = await client.setPublisherReview(publisher, inherit ? null : !off);
    const how = { true: 'have to be approved', false: 'need no approval' };
    const { reviewRequired } = changed;
    out.done(
      reviewRequired === undefined
        ? `For ${changed.name} holds what holds for the platform`
        : `Versions of ${changed.name} ${how[`${reviewRequired}`]}`,
    );
    return { json: { publisher: changed } };
  },
});

const policy = defineCommand<object>({
  name: 'policy',
  summary: 'show whether versions have to be approved before they are released',
  description: 'For the platform; `miniapp publishers list --json` has it of each publisher.',
  examples: [['miniapp review policy --json', 'for programs']],
  async run({ env, out }) {
    const { client } = await connect(env);
    const found = await client.getReviewPolicy();
    out.line(found.required ? 'Versions have to be approved.' : 'Versions need no approval.');
    return { json: { policy: found } };
  },
});

export const reviewGroup: CommandGroup = {
  name: 'review',
  summary: 'decide about submitted versions, and whether that is needed',
  commands: [list, approve, reject, policy, require],
};
