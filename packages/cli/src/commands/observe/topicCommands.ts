import type { DeviceCount } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { MAX_OPTION, readMax } from './readMax.ts';

const list = defineCommand<{ prefix?: string; max?: string }>({
  name: 'list',
  summary: 'list topics, and how many devices have each',
  options: [['--prefix <text>', 'those that begin with it'], MAX_OPTION],
  examples: [['miniapp topics list --prefix promo', 'with their numbers of devices']],
  async run({ env, out }, { options }) {
    const max = readMax(options.max);
    const { client } = await connect(env);
    const topics = await readPages(
      (page) => client.findTopics({ ...page, q: options.prefix }),
      max,
    );
    if (topics.length === 0) {
      const { prefix } = options;
      out.line(prefix === undefined ? 'No device has a topic.' : 'There is no such topic.');
    } else {
      out.table([
        ['TOPIC', 'DEVICES'].map(out.color.dim),
        ...topics.map(({ topic, subscribers }) => [out.color.bold(topic), countOf(subscribers)]),
      ]);
    }
    return { json: { topics } };
  },
});

const show = defineCommand<object>({
  name: 'show',
  summary: 'show how many devices have a topic, and when they subscribed',
  description:
    'The devices themselves are in `miniapp devices list --topic`, what was sent to them in `miniapp messages list --topic`.',
  arguments: [['<topic>', 'for example promotions']],
  examples: [['miniapp topics show promotions', 'how it grew in 30 days']],
  async run({ env, out }, { args: [name] }) {
    const { client } = await connect(env);
    const topic = await client.getTopic(name!);
    out.line(`${out.color.bold(topic.topic)}: ${countOf(topic.subscribers)} devices`);
    out.table(topic.joined.map(({ day, devices }) => [day, `+${devices}`]));
    return { json: { topic } };
  },
});

export const topicsGroup: CommandGroup = {
  name: 'topics',
  summary: 'see which topics there are, and who has them',
  commands: [list, show],
};

function countOf({ devices, isExact }: DeviceCount): string {
  return `${isExact ? '' : 'about '}${devices}`;
}
