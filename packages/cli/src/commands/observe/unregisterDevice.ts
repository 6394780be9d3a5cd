import { connect } from '../../account/connect.ts';
import { confirm } from '../../terminal/confirm.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';

export const unregisterDevice = defineCommand<{ yes?: boolean }>({
  name: 'unregister',
  summary: 'send a device nothing any more',
  description:
    'What waits for it is dropped, and its token is refused. It gets pushes again when its app registers it anew. Needs the scope admin.',
  arguments: [['<id>', 'the id that `miniapp devices list` shows']],
  options: [['-y, --yes', 'do not ask']],
  examples: [['miniapp devices unregister 815 --yes', 'in a script']],
  async run({ env, out }, { args: [id], options }) {
    const { client } = await connect(env);
    await confirm(out, `Unregister the device ${id}?`, options.yes);
    const device = await client.unregisterDevice(id!);
    out.done(`The device ${out.color.bold(device.id)} is not registered any more`);
    return { json: { device } };
  },
});
