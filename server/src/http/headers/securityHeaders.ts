/** What every answer has: browsers take its bytes for what its type says and for nothing else. */
export const EVERY_ANSWER = { 'x-content-type-options': 'nosniff' } as const;

/** What no page of ours uses, and so nothing that runs in one may. */
export const NO_DEVICES = {
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
} as const;
