/** The sender of what is sent with SERVER_KEY. */
export const SERVER_KEY_ACTOR = 'server-key';

/** How the senders begin that are devices: of what they scheduled for themselves. */
export const DEVICE_SENDER = 'device:';

const ROOT: ReadonlySet<string> = new Set([SERVER_KEY_ACTOR, 'root']);

/** Whether nobody issued a key, a token or a role to a sender: nothing can be taken away from it. */
export function isPlatformSender(sender: string): boolean {
  return ROOT.has(sender) || sender.startsWith(DEVICE_SENDER);
}
