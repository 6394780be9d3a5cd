import { LIMITS } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { readDays } from './readDays.ts';

export const sendVolume = defineCommand<{ days?: string; sender?: string }>({
  name: 'volume',
  summary: 'show who sent how much, day by day, and what became of it',
  description: 'Days are those of UTC; days without a send are left out.',
  options: [
    ['--days <number>', `how many, 30 by default, ${LIMITS.seriesDays} at most`],
    ['--sender <id>', 'of this key or token'],
  ],
  examples: [['miniapp messages volume --days 7', 'the last week']],
  async run({ env, out }, { options: { days, sender } }) {
    const query = { ...readDays(days), ...(sender !== undefined && { sender }) };
    const { client } = await connect(env);
    const volume = await client.readSendSeries(query);
    if (volume.days.length === 0) out.line('Nothing was sent.');
    else {
      const counted = ['accepted', 'sent', 'delivered', 'opened', 'expired', 'dropped'] as const;
      out.table(
        [
          ['DAY', ...counted.map((each) => each.toUpperCase()), 'SENDER'].map(out.color.dim),
          ...volume.days.map((each) => [
            each.day,
            ...counted.map((name) => `${each[name]}`),
            each.senderName ?? each.sender,
          ]),
        ],
        'lrrrrrr',
      );
    }
    return { json: { volume } };
  },
});
