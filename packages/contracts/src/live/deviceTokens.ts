/** What tokens begin with that the gateway itself gives to devices. */
export const DEVICE_TOKEN_PREFIX = 'hgt_';

/** What the keys begin with that these tokens are digests of. */
export const DEVICE_KEY_PREFIX = 'hgk_';

/** Whether the gateway gave a token, and no other push service. */
export function isGatewayToken(token: string): boolean {
  return token.startsWith(DEVICE_TOKEN_PREFIX);
}
