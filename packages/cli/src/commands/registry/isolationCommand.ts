import { Isolation } from '@host/contracts';
import * as z from 'zod/mini';

import { connect } from '../../account/connect.ts';
import { usageError } from '../../terminal/CliError.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { chooseApp } from '../../project/chooseApp.ts';

export const isolationCommand = defineCommand<{ app?: string }>({
  name: 'isolation',
  summary: 'say how far hosts keep a mini-app away from themselves',
  description:
    'A `frame` of another origin, which is how everything starts; or a `realm` beside the host’s own code, for mini-apps that an operator trusts like it: every version that is registered now, later ones not. `realm` needs a token with the scope trust. Hosts are told at once.',
  arguments: [['<level>', 'realm or frame']],
  options: [['--app <appId>', 'the mini-app; by default the one in this folder']],
  examples: [
    ['miniapp isolation realm', 'the mini-app in this folder is trusted as it is now'],
    ['miniapp isolation frame --app com.acme.orders', 'it is not any more'],
  ],
  async run(context, { args: [level], options }) {
    const parsed = z.safeParse(Isolation, level);
    if (!parsed.success) {
      throw usageError(`"${level}" is no level of isolation.`, 'Use realm or frame.');
    }
    const { client } = await connect(context.env);
    const { appId } = await chooseApp(context, options.app);
    const miniProgram = await client.setIsolation(appId, parsed.data);
    context.out.done(`${appId} runs in a ${miniProgram.isolation} from now on`);
    return { json: { miniProgram } };
  },
});
