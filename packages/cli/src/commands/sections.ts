import type { CommandSection } from '../terminal/CommandSpec.types.ts';
import { bundleCommand } from './bundle/bundleCommand.ts';
import { checkCommand } from './check/checkCommand.ts';
import { createCommand } from './create/createCommand.ts';
import { dataGroup } from './data/dataCommands.ts';
import { keysGroup } from './keys/keyCommands.ts';
import { loginCommand } from './login/loginCommand.ts';
import { packCommand } from './pack/packCommand.ts';
import { peopleGroup } from './people/peopleCommands.ts';
import { auditCommand } from './observe/auditCommand.ts';
import { crashesGroup } from './observe/crashCommands.ts';
import { devicesGroup } from './observe/deviceCommands.ts';
import { messagesGroup } from './observe/messageCommands.ts';
import { overviewCommand } from './observe/overviewCommand.ts';
import { systemCommand } from './observe/systemCommand.ts';
import { topicsGroup } from './observe/topicCommands.ts';
import { publishCommand } from './publish/publishCommand.ts';
import { publishersGroup } from './publishers/publisherCommands.ts';
import { pushCommand } from './push/pushCommand.ts';
import { inspectCommand } from './registry/inspectCommand.ts';
import { isolationCommand } from './registry/isolationCommand.ts';
import { listCommand } from './registry/listCommand.ts';
import {
  pauseCommand,
  releaseCommand,
  resumeCommand,
  rollbackCommand,
  suspendCommand,
  withdrawCommand,
} from './registry/releaseCommands.ts';
import { trustGroup } from './registry/trustCommands.ts';
import { reviewGroup } from './review/reviewCommands.ts';
import { statusCommand } from './review/statusCommand.ts';
import { submitCommand } from './review/submitCommand.ts';
import { serverKeysGroup } from './server-keys/serverKeyCommands.ts';
import { sessionsGroup } from './sessions/sessionCommands.ts';
import { startCommand } from './start/startCommand.ts';
import { templatesGroup } from './templates/templateCommands.ts';
import { tokensGroup } from './tokens/tokenCommands.ts';
import { usageGroup } from './usage/usageCommands.ts';
import { versionCommand } from './version/versionCommand.ts';

/** Every command, in the order of the general help. */
export const SECTIONS: readonly CommandSection[] = [
  { title: 'Develop', commands: [createCommand, startCommand, checkCommand, bundleCommand] },
  {
    title: 'Publish',
    commands: [versionCommand, publishCommand, packCommand, submitCommand, statusCommand],
  },
  {
    title: 'Operate',
    commands: [
      releaseCommand,
      rollbackCommand,
      pauseCommand,
      withdrawCommand,
      suspendCommand,
      resumeCommand,
      isolationCommand,
      trustGroup,
      reviewGroup,
      dataGroup,
      pushCommand,
      templatesGroup,
      listCommand,
      inspectCommand,
    ],
  },
  {
    title: 'Look',
    commands: [
      overviewCommand,
      usageGroup,
      crashesGroup,
      messagesGroup,
      devicesGroup,
      topicsGroup,
      auditCommand,
      systemCommand,
    ],
  },
  {
    title: 'Set up',
    commands: [
      loginCommand,
      publishersGroup,
      tokensGroup,
      serverKeysGroup,
      keysGroup,
      peopleGroup,
      sessionsGroup,
    ],
  },
];
