/** Headers of every answer: browsers must not guess another content type than the declared one. */
export const EVERY_ANSWER = { 'x-content-type-options': 'nosniff' } as const;

/** Browser features that none of our pages use, so that nothing running in them may use them either. */
export const NO_DEVICES = {
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()',
} as const;
