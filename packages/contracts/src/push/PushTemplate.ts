import * as z from 'zod/mini';

import { AppId } from '../common/AppId.ts';
import { LIMITS } from '../common/limits.ts';
import { line } from '../common/line.ts';
import { PushMessage } from './PushMessage.ts';

/** The content of a push, without its recipients. */
export const PushContent = z
  .strictObject(
    z.pick(PushMessage, {
      notification: true,
      data: true,
      collapse_key: true,
      priority: true,
      time_to_live: true,
    }).shape,
  )
  .check(
    z.refine(
      (content) =>
        new TextEncoder().encode(JSON.stringify(content)).length <= LIMITS.pushTemplateBytes,
      `a template has at most ${LIMITS.pushTemplateBytes} bytes as JSON`,
    ),
  );
export type PushContent = z.infer<typeof PushContent>;

/** The name of a template, unique within the platform or within a mini-app. */
export const PushTemplateName = line(LIMITS.nameLength);

/** The mini-app that a template belongs to; if omitted, it belongs to the platform. */
export const PushTemplateQuery = z.strictObject({ appId: z.optional(AppId) });

/** The body that saves a template. */
export const PushTemplateRequest = z.strictObject({
  content: PushContent,
  /**
   * The content that the caller saw, null for none: if it has changed since, the request is refused with `template-conflict`,
   * unless the stored content already equals the one sent.
   */
  from: z.optional(z.nullable(PushContent)),
});
export type PushTemplateRequest = z.infer<typeof PushTemplateRequest>;

/** A push that is written once and sent often. */
export const PushTemplate = z.object({
  name: z.string(),
  /** Absent for the platform's own. */
  appId: z.optional(z.string()),
  content: PushContent,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type PushTemplate = z.infer<typeof PushTemplate>;

/** All templates that the caller may use, sorted by name. */
export const PushTemplates = z.object({ items: z.array(PushTemplate) });
export type PushTemplates = z.infer<typeof PushTemplates>;
