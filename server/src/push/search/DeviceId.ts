import * as z from 'zod/mini';

/** The id of a device as a path parameter. */
export const DeviceId = z.string().check(z.regex(/^[1-9]\d{0,15}$/, 'an id is a number'));
