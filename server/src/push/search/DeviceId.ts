import * as z from 'zod/mini';

/** The id of a device in an address. */
export const DeviceId = z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'an id is a number'));
