// The protocol between devices and the push gateway; docs/push-protocol.md documents it for authors of other clients.

/** The subprotocol of the WebSocket connection. */
export const LIVE_SUBPROTOCOL = 'push.v1';

/** The prefix of the device key in a second subprotocol, since browsers cannot set headers of a WebSocket. */
export const LIVE_KEY_SUBPROTOCOL = 'key.';

/** The path at which devices connect. */
export const LIVE_PATH = '/v1/push/connect';

/** The close code of a connection whose device has connected again. */
export const LIVE_REPLACED = 4001;

/** The close code of a connection whose device was unregistered. */
export const LIVE_UNREGISTERED = 4004;

/** The close codes of the gateway beyond those of RFC 6455. Devices act only on the first two. */
export const LIVE_CLOSE = {
  replaced: LIVE_REPLACED,
  unregistered: LIVE_UNREGISTERED,
  /** The device was silent for too long. */
  silent: 4008,
  /** The device did not acknowledge its messages. */
  unacknowledged: 4009,
} as const;
