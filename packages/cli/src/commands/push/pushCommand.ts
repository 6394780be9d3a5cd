import { ApiClientError, type SentPush, createApiClient } from '@host/api-client';
import type { PushErrorCode, PushMessage, PushMessageRecord } from '@host/contracts';

import { requireServer } from '../../account/Account.ts';
import { CliError } from '../../terminal/CliError.ts';
import type { Context } from '../../terminal/Context.types.ts';
import { defineCommand } from '../../terminal/defineCommand.ts';
import { formatDate } from '../../terminal/formatDate.ts';
import { toCliError } from '../../terminal/toCliError.ts';
import { describe, followDelivery } from './followDelivery.ts';
import { readDuration } from '../../terminal/readDuration.ts';
import { type MessageOptions, readMessage } from './readMessage.ts';
import { type ServerKeyOptions, requireServerKey } from './serverKey.ts';

interface PushOptions extends MessageOptions, ServerKeyOptions {
  server?: string;
  wait?: string;
}

const USUAL_WAIT = '10s';
/** A short timeout, since somebody is waiting at a terminal. */
const CONFIG_MS = 10_000;

export const pushCommand = defineCommand<PushOptions>({
  name: 'push',
  summary: 'send a push to a device, a topic or a condition',
  description:
    'It is sent with a server key: MINIAPP_SERVER_KEY, --key-file or --key-stdin; in a terminal it is asked for. Afterwards it is shown what became of it, for which the key needs the scope `read`.',
  options: [
    ['--token <token>', 'the device with this push token'],
    ['--topic <name>', 'all devices that are subscribed to it'],
    ['--condition <expression>', 'all devices whose topics fulfil it'],
    ['--title <text>', 'what is shown in bold'],
    ['--body <text>', 'what is shown below'],
    ['--data <key=value...>', 'what the app gets; several, or several times'],
    ['--deep-link <link>', 'where a tap leads, acme://order/42'],
    ['--send-at <time>', 'later: a time with zone, or 10m, 2h, 1d from now'],
    ['--ttl <duration>', 'how long it is kept for devices that are away; four weeks at most'],
    ['--collapse-key <key>', 'takes the place of a waiting one with the same key'],
    ['--dry-run', 'have it checked, and send nothing'],
    ['--wait <duration>', `how long the delivery is watched, ${USUAL_WAIT} by default; 0 for not`],
    ['--key-file <file>', 'read the server key from a file that you alone can read'],
    ['--key-stdin', 'read the server key from standard input'],
    ['--server <url>', 'the server’s address; by default the one of `miniapp login`'],
  ],
  examples: [
    ['miniapp push --topic promotions --title Sale --body "Today only"', 'to a topic'],
    ['miniapp push --token hgt_… --title Order --deep-link acme://order/42', 'to a device'],
    [`miniapp push --condition "'news' in topics && 'beta' in topics" --body Hi`, 'to some'],
    ['miniapp push --topic news --title Hello --send-at 10m', 'in ten minutes'],
  ],
  async run(context, { options }) {
    const { out, env } = context;
    const waitMs = readDuration(options.wait ?? USUAL_WAIT, '--wait');
    const message = readMessage(options, Date.now());
    const server = await requireServer(env, options.server);
    const serverKey = await requireServerKey(context, options);
    const gateway = await gatewayOf(server);

    const progress = out.progress('Sending');
    const sent = await gateway.sendPush(message, serverKey).catch(refuse);
    progress.end();
    const { id, error } = outcomeOf(sent);
    if (error !== undefined) throw protocolError(error, message);
    const target = message.condition ?? message.to!;
    if (options.dryRun) {
      out.done(`It would be sent to ${target}; nothing was.`);
      return { json: { dryRun: true, target, message } };
    }
    if (message.send_at !== undefined) {
      out.done(`It will be sent to ${target} at ${formatDate(message.send_at)}`);
      out.line(`  ${out.color.dim(`Message ${id}`)}`);
      return { json: { id, target, sendAt: message.send_at } };
    }
    out.done(`Sent to ${target}`);
    out.line(`  ${out.color.dim(`Message ${id}`)}`);
    if (waitMs === 0) return { json: { id, target } };
    const read = () => gateway.readPushMessage(id!, serverKey);
    const watching = out.progress('Delivering');
    const record = await followDelivery(read, waitMs, watching).catch(unlessForbidden);
    watching.end();
    if (!record) {
      out.warn(
        'The key may not read what became of it.',
        'Have one issued with the scope `read` as well.',
      );
      return { json: { id, target } };
    }
    return showRecord(context, target, record);
  },
});

/** The address of the push gateway, which can differ from the server's. */
async function gatewayOf(server: string) {
  const asking = createApiClient({ baseUrl: server }).readConfig({ timeoutMs: CONFIG_MS });
  const { pushGatewayUrl } = await asking.catch((error: unknown) => {
    throw toCliError(error, server);
  });
  return createApiClient({ baseUrl: pushGatewayUrl });
}

function outcomeOf(sent: SentPush): { id?: string; error?: PushErrorCode } {
  const [result] = 'results' in sent ? sent.results : [sent];
  if (result === undefined || 'success' in result) return {};
  return 'error' in result ? { error: result.error } : { id: String(result.message_id) };
}

function showRecord({ out }: Context, target: string, record: PushMessageRecord) {
  const { counts, deliveries } = record;
  const lost = deliveries?.find(({ state }) => state === 'dropped' || state === 'expired');
  if (counts.delivered > 0) out.done(`Delivered: ${describe(record)}`);
  else if (lost) out.fail(`It is ${lost.state}${lost.reason ? `: ${lost.reason}` : ''}.`);
  else if (counts.sent > 0) out.warn(`Sent and not confirmed yet: ${describe(record)}`);
  else {
    out.warn(
      deliveries ? 'The device is not connected.' : 'No device has it yet.',
      'It is kept, and delivered when one connects.',
    );
  }
  out.table(Object.entries(counts).map(([state, count]) => [out.color.dim(state), String(count)]));
  const { id, state } = record;
  const json = { id, target, state, counts, ...(deliveries && { deliveries }) };
  return { json, ...(lost && { failed: true }) };
}

function refuse(error: unknown): never {
  if (!(error instanceof ApiClientError) || error.status !== 401) throw error;
  throw new CliError(
    'The server key is not accepted.',
    'Correct it, or have one issued with the scope `send`: POST /v1/admin/server-keys.',
    { code: 'server-key-wrong', cause: error },
  );
}

function unlessForbidden(error: unknown): undefined {
  const isForbidden = error instanceof ApiClientError && [401, 403].includes(error.status!);
  if (!isForbidden) throw error;
}

const FIXES: Partial<Record<PushErrorCode, string>> = {
  NotRegistered: 'The app was removed, or got another token: send to the one that it has now.',
  InvalidRegistration: 'Copy the whole token; the app shows it as `usePush().token`.',
  MismatchSenderId: 'The key is for other apps: use one that is for this app, or for all.',
  MessageTooBig:
    'A push has 4096 bytes, to a topic 2048: send less, and let the app fetch the rest.',
  DeviceMessageRateExceeded: 'The device got too many in a minute: wait, or send fewer.',
  TopicsMessageRateExceeded: 'The topic got too many in a minute: wait, or send fewer.',
};

function protocolError(error: PushErrorCode, { to, condition }: PushMessage): CliError {
  const fix = FIXES[error] ?? 'See docs/push-protocol.md.';
  const text = `The gateway does not send it to ${condition ?? to}: ${error}.`;
  return new CliError(text, fix, { code: error });
}
