import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { readPastTime } from '../../terminal/readPastTime.ts';
import { MAX_OPTION, readMax } from './readMax.ts';

interface AuditOptions {
  actor?: string;
  action?: string;
  target?: string;
  since?: string;
  until?: string;
  max?: string;
}

export const auditCommand = defineCommand<AuditOptions>({
  name: 'audit',
  summary: 'read who did what, the newest first',
  description: 'With what was before and after in --json. Needs the scope admin.',
  options: [
    ['--actor <who>', 'root, system, the id of a token, or a part of its name'],
    ['--action <text>', 'what the action begins with: version. is all that is done to versions'],
    ['--target <text>', 'what the target begins with'],
    ['--since <time>', 'from then on: 2026-01-10T09:00:00Z, or how long ago, 24h'],
    ['--until <time>', 'before'],
    MAX_OPTION,
  ],
  examples: [
    ['miniapp audit --target com.acme.orders', 'what was done to a mini-app'],
    ['miniapp audit --action version.release --json', 'every release, for programs'],
  ],
  async run({ env, out }, { options }) {
    const { actor, action, target } = options;
    const now = Date.now();
    const since = readPastTime(options.since, '--since', now);
    const until = readPastTime(options.until, '--until', now);
    const max = readMax(options.max);
    const { client } = await connect(env);
    const entries = await readPages(
      (page) => client.listAudit({ ...page, actor, action, target, since, until }),
      max,
    );
    if (entries.length === 0) out.line('There is no such entry.');
    else {
      out.table([
        ['WHEN', 'WHO', 'WHAT', 'TO WHAT', 'FROM'].map(out.color.dim),
        ...entries.map((entry) => [
          formatDate(entry.at),
          entry.actorName ?? entry.actor,
          out.color.bold(entry.action),
          entry.target,
          entry.address,
        ]),
      ]);
    }
    return { json: { entries } };
  },
});
