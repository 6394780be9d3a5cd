// The connection of a device to the push gateway; docs/push-protocol.md tells it to those who write another client.

/** The subprotocol of the WebSocket. */
export const LIVE_SUBPROTOCOL = 'push.v1';

/** What the device key follows in a second subprotocol: browsers cannot set headers of a WebSocket. */
export const LIVE_KEY_SUBPROTOCOL = 'key.';

/** Where devices connect. */
export const LIVE_PATH = '/v1/push/connect';

/** The code that a connection is closed with when the device connected again. */
export const LIVE_REPLACED = 4001;

/** The code that a connection is closed with when the device was unregistered. */
export const LIVE_UNREGISTERED = 4004;

/** Why the gateway closes a connection, besides the codes of RFC 6455. Devices act on the first two alone. */
export const LIVE_CLOSE = {
  replaced: LIVE_REPLACED,
  unregistered: LIVE_UNREGISTERED,
  /** Nothing was heard from the device. */
  silent: 4008,
  /** The device did not acknowledge what it got. */
  unacknowledged: 4009,
} as const;
