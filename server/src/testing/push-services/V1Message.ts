import * as z from 'zod/mini';

const text = z.optional(z.string());
const texts = z.optional(z.array(z.string()));
const strings = z.optional(z.record(z.string(), z.string()));
const json = z.optional(z.record(z.string(), z.unknown()));
const seconds = z.optional(z.string().check(z.regex(/^\d+(\.\d{1,9})?s$/)));

/** The body of `messages:send` as the reference of the HTTP v1 API describes it; unknown fields are refused as there. */
export const V1Request = z.strictObject({
  validate_only: z.optional(z.boolean()),
  message: z.strictObject({
    token: z.string().check(z.minLength(1)),
    data: strings,
    notification: z.optional(z.strictObject({ title: text, body: text, image: text })),
    android: z.optional(
      z.strictObject({
        collapse_key: text,
        priority: z.optional(z.enum(['NORMAL', 'HIGH', 'normal', 'high'])),
        ttl: seconds,
        restricted_package_name: text,
        data: strings,
        notification: z.optional(
          z.strictObject({
            title: text,
            body: text,
            icon: text,
            color: z.optional(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/))),
            sound: text,
            tag: text,
            click_action: text,
            title_loc_key: text,
            title_loc_args: texts,
            body_loc_key: text,
            body_loc_args: texts,
            channel_id: text,
            image: text,
            notification_count: z.optional(z.int().check(z.minimum(0))),
          }),
        ),
      }),
    ),
    apns: z.optional(
      z.strictObject({
        headers: strings,
        payload: json,
        fcm_options: z.optional(z.strictObject({ image: text, analytics_label: text })),
      }),
    ),
    webpush: z.optional(
      z.strictObject({
        headers: strings,
        data: strings,
        notification: json,
        fcm_options: z.optional(
          z.strictObject({ link: z.optional(z.string().check(z.startsWith('https://'))) }),
        ),
      }),
    ),
  }),
});
export type V1Request = z.infer<typeof V1Request>;

/** Maps whose keys are the sender's own. */
const FREE_FORM = new Set(['data', 'headers', 'payload']);

/** Writes names as the reference does: the API also takes them in the form of JavaScript, which firebase-admin mixes in. */
export function withReferenceNames(value: unknown, name = ''): unknown {
  if (Array.isArray(value) || typeof value !== 'object' || value === null || FREE_FORM.has(name)) {
    return value;
  }
  const entries = Object.entries(value).map(([key, child]) => {
    const known = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [known, withReferenceNames(child, known)];
  });
  return Object.fromEntries(entries) as unknown;
}
