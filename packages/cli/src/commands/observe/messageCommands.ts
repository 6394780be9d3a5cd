import { type AdminMessage, WHY_NOT_ADDRESSED } from '@host/contracts';

import { connect } from '../../account/connect.ts';
import { readPages } from '../../account/readPages.ts';
import type { CommandGroup } from '../../terminal/CommandSpec.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';
import { readChoice } from '../../terminal/readChoice.ts';
import { usageError } from '../../terminal/CliError.ts';
import { cancelMessage } from './cancelMessage.ts';
import { MAX_OPTION, readMax } from './readMax.ts';
import { sendVolume } from './sendVolume.ts';

/** The states to filter by. The progress on devices is only counted, and cannot be filtered by. */
const STATES = ['scheduled', 'stored', 'cancelled'] as const;

interface ListOptions {
  topic?: string;
  sender?: string;
  state?: string;
  max?: string;
}

const list = defineCommand<ListOptions>({
  name: 'list',
  summary: 'list pushes that were sent, the newest first',
  options: [
    ['--topic <name>', 'to this topic'],
    ['--sender <id>', 'of this key or token'],
    [
      '--state <state>',
      'scheduled (not due yet), stored (sent, whatever became of it) or cancelled before it was due',
    ],
    MAX_OPTION,
  ],
  examples: [['miniapp messages list --state scheduled', 'what is not due yet']],
  async run({ env, out }, { options }) {
    const { topic, sender } = options;
    const state = readChoice(options.state, '--state', STATES);
    const max = readMax(options.max);
    const { client } = await connect(env);
    const found = await readPages(
      (page) => client.findMessages({ ...page, topic, sender, state }),
      max,
    );
    const messages = found.map(withOwnState);
    if (messages.length === 0) out.line('Nothing was sent.');
    else showMessages(out, messages);
    return { json: { messages } };
  },
});

const show = defineCommand<object>({
  name: 'show',
  summary: 'show how far a message came, and why it was dropped',
  arguments: [['<id>', 'the id that `miniapp messages list` or `miniapp push` shows']],
  examples: [['miniapp messages show 4711', 'device by device where it was for devices']],
  async run({ env, out }, { args: [id] }) {
    const { client } = await connect(env);
    const message = withOwnState(await client.getMessage(id!));
    showMessages(out, [message]);
    for (const { reason, devices } of message.drops ?? []) {
      out.line(`  dropped on ${devices}: ${reason}`);
    }
    for (const { deviceId, state, reason } of message.deliveries ?? []) {
      out.line(`  device ${deviceId}: ${state}${reason === undefined ? '' : `, ${reason}`}`);
    }
    return { json: { message } };
  },
});

const trace = defineCommand<object>({
  name: 'trace',
  summary: 'follow a message on its way to one device',
  arguments: [
    ['<id>', 'the message'],
    ['<deviceId>', 'the id that `miniapp devices list` shows'],
  ],
  examples: [['miniapp messages trace 4711 815', 'why it did not get it']],
  async run({ env, out }, { args: [id, deviceId] }) {
    const { client } = await connect(env);
    const found = await client.traceMessage(id!, deviceId!);
    if (found.addressed !== 'yes') {
      const { words, because } = WHY_NOT_ADDRESSED[found.addressed];
      out.line(`${words}. ${because}`);
    }
    for (const { step, at, detail } of found.steps) {
      out.line(
        `  ${at === undefined ? '' : `${formatDate(at)}  `}${out.color.bold(step)} ${detail ?? ''}`.trimEnd(),
      );
    }
    return { json: { trace: found } };
  },
});

interface AudienceOptions {
  topic?: string;
  condition?: string;
  person?: string;
  tokens?: string;
  group?: string;
}

const audience = defineCommand<AudienceOptions>({
  name: 'audience',
  summary: 'count whom a push would reach, before it is sent',
  options: [
    ['--topic <name>', 'the devices that have this topic'],
    ['--condition <condition>', 'those that meet a condition over topics'],
    ['--person <id>', 'those of a person'],
    ['--tokens <tokens>', 'those of these push tokens, with commas between them'],
    ['--group <key>', 'those of a device group that you made'],
  ],
  examples: [['miniapp messages audience --topic promotions', 'how many would get it']],
  async run({ env, out }, { options }) {
    const { topic, condition, person, tokens, group } = options;
    const named = [topic, condition, person, tokens, group].filter((each) => each !== undefined);
    if (named.length !== 1) {
      throw usageError(
        'It is not clear whom to count.',
        'Give one of --topic, --condition, --person, --tokens and --group.',
      );
    }
    const { client } = await connect(env);
    const count =
      tokens === undefined && group === undefined
        ? await client.countAudience({ topic, condition, person })
        : await client.countAddressees({ tokens: tokens?.split(',').filter(Boolean), group });
    out.line(`${count.isExact ? '' : 'about '}${count.devices} devices`);
    return { json: { audience: count } };
  },
});

/** A message as this command shows it: `scheduled` means accepted and not sent yet. */
interface ShownMessage extends Omit<AdminMessage, 'state'> {
  state: Exclude<AdminMessage['state'], 'accepted'> | 'scheduled';
}

function withOwnState({ state, ...message }: AdminMessage): ShownMessage {
  return { ...message, state: state === 'accepted' ? 'scheduled' : state };
}

function showMessages(out: Output, messages: readonly ShownMessage[]): void {
  out.table([
    ['ID', 'TO', 'TITLE', 'STATE', 'SENT', 'DELIVERED', 'OPENED', 'WHEN', 'SENDER'].map(
      out.color.dim,
    ),
    ...messages.map(({ id, to, title, state, counts, sendAt, sender, senderName }) => [
      out.color.bold(id),
      to ?? 'devices',
      title ?? '',
      state === 'scheduled' ? `scheduled for ${formatDate(sendAt)}` : state,
      `${counts.sent}`,
      `${counts.delivered}`,
      `${counts.opened}`,
      formatDate(sendAt),
      senderName ?? sender,
    ]),
  ]);
}

export const messagesGroup: CommandGroup = {
  name: 'messages',
  summary: 'see what was sent, and what became of it',
  commands: [list, show, trace, audience, sendVolume, cancelMessage],
};
