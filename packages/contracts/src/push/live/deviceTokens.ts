/** The prefix of device tokens that the gateway itself issues. */
export const DEVICE_TOKEN_PREFIX = 'hgt_';

/** The prefix of the device keys that these tokens are digests of. */
export const DEVICE_KEY_PREFIX = 'hgk_';

/** Whether a token was issued by the gateway rather than by a push service. */
export function isGatewayToken(token: string): boolean {
  return token.startsWith(DEVICE_TOKEN_PREFIX);
}
