import { type ApiClient, ApiClientError } from '@host/api-client';
import type { ReviewDetails } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { paintRelease } from '../registry/describeVersion.ts';
import { decisionRows, paintState } from './describeReview.ts';
import { chooseSubmitted } from './submitCommand.ts';

export const statusCommand = defineCommand<object>({
  name: 'status',
  summary: 'see how far a version has come: its review, and who gets it',
  description:
    'With the reasons of the reviewer. The exit code is 1 when the version was rejected, so that a script notices.',
  arguments: [
    ['[version]', '1.4.0 or com.acme.orders@1.4.0; by default the version in this folder'],
  ],
  examples: [
    ['miniapp status', 'the version in this folder'],
    ['miniapp status com.acme.orders@1.4.0', 'a certain one'],
    ['miniapp status --json', 'for scripts: `review` is null when it was not submitted'],
  ],
  async run(context, { args: [named] }) {
    const { out } = context;
    const { color } = out;
    const { appId, version } = await chooseSubmitted(context, named);
    const { client } = await connect(context.env);
    const record = await client.getVersion(appId, version);
    const review = await findReview(client, appId, version);
    out.line(`${color.bold(`${appId}@${version}`)} ${paintRelease(color, record)}`);
    out.table([
      [color.dim('review'), review ? paintState(color, review.state) : color.dim('not submitted')],
      ...(review ? [[color.dim('submitted'), formatDate(review.submittedAt)]] : []),
      ...(review?.required
        ? [[color.dim('needed'), 'it can be released once it is approved']]
        : []),
      ...(review ? decisionRows(out, review) : []),
      ...(record.pausedBecause === undefined
        ? []
        : [[color.dim('paused because'), record.pausedBecause]]),
    ]);
    return { failed: review?.state === 'rejected', json: { record, review: review ?? null } };
  },
});

async function findReview(
  client: ApiClient,
  appId: string,
  version: string,
): Promise<ReviewDetails | undefined> {
  return client.getReview(appId, version).catch((error: unknown) => {
    if (error instanceof ApiClientError && error.code === 'review-not-found') return undefined;
    throw error;
  });
}
