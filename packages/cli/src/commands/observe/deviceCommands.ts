import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { deviceChoice } from './deviceChoice.ts';
import { MAX_OPTION, readMax } from './readMax.ts';
import { unregisterDevice } from './unregisterDevice.ts';

interface ListOptions {
  token?: string;
  person?: string;
  topic?: string;
  max?: string;
}

const list = defineCommand<ListOptions>({
  name: 'list',
  summary: 'list devices, the newest first',
  options: [
    ['--token <token>', 'the one with this push token'],
    ['--person <id>', 'those of a person'],
    ['--topic <name>', 'those that have this topic'],
    MAX_OPTION,
  ],
  examples: [['miniapp devices list --topic promotions', 'who gets it']],
  async run({ env, out }, { options }) {
    const { token, person, topic } = options;
    const { client } = await connect(env);
    const devices = await readPages(
      (page) => client.findDevices({ ...page, token, person, topic }),
      readMax(options.max),
    );
    if (devices.length === 0) out.line('No device was found.');
    else {
      out.table([
        ['ID', 'PLATFORM', 'APP', 'REACHED BY', 'LAST SEEN'].map(out.color.dim),
        ...devices.map((device) => [
          out.color.bold(device.id),
          device.platform,
          device.app ?? '',
          device.connected
            ? 'its connection'
            : (device.quarantined ?? device.transport ?? 'nothing'),
          formatDate(device.lastSeenAt),
        ]),
      ]);
    }
    return { json: { devices } };
  },
});

const show = defineCommand<object>({
  name: 'show',
  summary: 'show a device with its topics, its last messages and what waits for it',
  arguments: [['<id>', 'the id that `miniapp devices list` shows']],
  examples: [['miniapp devices show 815', 'one of them']],
  async run({ env, out }, { args: [id] }) {
    const { client } = await connect(env);
    const device = await client.getDevice(id!);
    const { waiting } = device;
    out.line(`${out.color.bold(device.token)} (${device.platform})`);
    out.line(`  topics: ${device.topics.map(({ topic }) => topic).join(', ') || 'none'}`);
    out.line(`  waiting: ${waiting.messages}${waiting.isExact ? '' : ' or more'}`);
    for (const message of device.messages) {
      const { id: messageId, state, reason, updatedAt } = message;
      out.line(
        `  message ${messageId}: ${state}${reason === undefined ? '' : `, ${reason}`} (${formatDate(updatedAt)})`,
      );
    }
    return { json: { device } };
  },
});

export const devicesGroup: CommandGroup = {
  name: 'devices',
  summary: 'find devices, see what they got, and what they would get',
  commands: [list, show, deviceChoice, unregisterDevice],
};
