// The keys that the gateway itself adds to the `data` of a push. Senders may not use them.

/** The data key of a message's id, by which a message that arrives twice, or over two transports, is deduplicated. */
export const MESSAGE_ID_KEY = 'host_message_id';

/** The data key of a notification that the device scheduled for itself, as JSON. */
export const OWN_NOTIFICATION_KEY = 'host.scheduled';

/** The data key of the mini-app that a data-only push comes from, as JSON. */
export const NOTIFICATION_APP_KEY = 'host.app';

/** The data key of the code with which a device proves that it owns its token. Such a push is never shown. */
export const DEVICE_PROOF_KEY = 'host.proof';

/** Whether a name is one of the gateway's own. */
export function isGatewayDataKey(key: string): boolean {
  return key === MESSAGE_ID_KEY || key.startsWith('host.');
}
