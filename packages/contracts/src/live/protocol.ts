// The connection of a device to the push gateway; docs/push-protocol.md tells it to those who write another client.

/** The subprotocol of the WebSocket. */
export const LIVE_SUBPROTOCOL = 'push.v1';

/** What the device key follows in a second subprotocol: browsers cannot set headers of a WebSocket. */
export const LIVE_KEY_SUBPROTOCOL = 'key.';

/** Where devices connect. */
export const LIVE_PATH = '/v1/push/connect';

/** Why the gateway closes a connection, besides the codes of RFC 6455. */
export const LIVE_CLOSE = {
  /** The device connected again. */
  replaced: 4001,
  /** The device was unregistered. */
  unregistered: 4004,
  /** Nothing was heard from the device. */
  silent: 4008,
  /** The device did not acknowledge what it got. */
  unacknowledged: 4009,
} as const;
