import type { Overview } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';
import { describeAttention } from './describeAttention.ts';
import { plural } from '../../terminal/plural.ts';

/** Lists of the overview that are no matter of attention. */
const OTHERS: ReadonlySet<string> = new Set(['released', 'scheduled']);

export const overviewCommand = defineCommand<{ exitCode?: boolean }>({
  name: 'overview',
  summary: 'see what needs attention, and what is going on',
  description:
    'Versions that paused by themselves or fail often, mini-apps that are suspended, reviews that wait, releases that did not happen, back ends and push services that do not answer, secrets and certificates that end soon. Needs the scope read.',
  options: [['--exit-code', 'end with exit code 1 when something needs attention']],
  examples: [
    ['miniapp overview', 'what the console shows first'],
    ['miniapp overview --exit-code --json', 'in a script that tells somebody'],
  ],
  async run({ env, out }, { options }) {
    const { client } = await connect(env);
    const overview = await client.readOverview();
    showAttention(out, overview);
    showActivity(out, overview);
    const isCalm = overview.attention.length === 0;
    return { json: { overview }, failed: Boolean(options.exitCode) && !isCalm };
  },
});

function showAttention(out: Output, { attention, more }: Overview): void {
  if (attention.length === 0) out.done('Nothing needs you');
  else out.table(attention.map(describeAttention).map(emphasize(out)));
  showMore(
    out,
    more.filter(({ kind }) => !OTHERS.has(kind)),
  );
}

function emphasize({ color }: Output) {
  return ([what = '', ...rest]: string[]) => [color.bold(what), ...rest];
}

function showActivity(out: Output, { sends, connected, released, scheduled, more }: Overview) {
  if (connected) {
    const { devices, nodes } = connected;
    out.line(`${plural(devices, 'device')} connected, to ${plural(nodes, 'node')}`);
  }
  if (sends) {
    const sum = (name: 'accepted' | 'delivered' | 'opened') =>
      sends.reduce((all, day) => all + day[name], 0);
    out.line(
      `In 30 days: ${sum('accepted')} messages, ${sum('delivered')} delivered, ${sum('opened')} opened`,
    );
  }
  for (const [kind, title, rows] of [
    ['scheduled', 'Releases that are to come', scheduled],
    ['released', 'Releases that changed this week', released],
  ] as const) {
    if (rows.length === 0) continue;
    out.line(out.color.bold(title));
    out.table(
      rows.map(({ appId, version, percentage, at }) => [
        `${appId}@${version}`,
        `${percentage} %`,
        formatDate(at),
      ]),
    );
    showMore(
      out,
      more.filter((each) => each.kind === kind),
    );
  }
}

/** Says how many are not shown, so that nobody takes what is shown for all of it. */
function showMore(out: Output, more: Overview['more']): void {
  for (const { kind, count, isExact } of more) {
    out.line(`  and ${isExact ? '' : 'more than '}${count} more: ${kind.replaceAll('-', ' ')}`);
  }
}
