// What the gateway itself puts among the `data` of a push. Senders may not use these names.

/** Under which a message's id travels, so that one that arrives twice, or over two ways, is shown once. */
export const MESSAGE_ID_KEY = 'host_message_id';

/** Under which a device finds a notification that it scheduled for itself, as JSON. */
export const OWN_NOTIFICATION_KEY = 'host.scheduled';

/** Under which a device finds the mini-app that a push comes from, as JSON, where a push has data alone. */
export const NOTIFICATION_APP_KEY = 'host.app';

/** Under which a device finds the code that proves that its token is its own. Nobody is shown such a push. */
export const DEVICE_PROOF_KEY = 'host.proof';

/** Whether a name is one of the gateway's own. */
export function isGatewayDataKey(key: string): boolean {
  return key === MESSAGE_ID_KEY || key.startsWith('host.');
}
