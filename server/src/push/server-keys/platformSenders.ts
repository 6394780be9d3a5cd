/** The sender id of messages that are sent with SERVER_KEY. */
export const SERVER_KEY_ACTOR = 'server-key';

/** The prefix of senders that are devices, for messages that they scheduled for themselves. */
export const DEVICE_SENDER = 'device:';

const ROOT: ReadonlySet<string> = new Set([SERVER_KEY_ACTOR, 'root']);

/** Whether a sender has no issued key, token or role, so that none can be revoked. */
export function isPlatformSender(sender: string): boolean {
  return ROOT.has(sender) || sender.startsWith(DEVICE_SENDER);
}
