import type { Showable } from '@host/push';
import * as z from 'zod/mini';

import { channelOf } from './channels.ts';
import { TimeOfDay, isQuietAt } from './quietHours.ts';

/** Which notifications are shown; all of them are kept in the notification center. */
export const NotificationRules = z.object({
  mutedChannels: z.array(z.string()),
  mutedApps: z.array(z.string()),
  quietHours: z.object({ isOn: z.boolean(), from: TimeOfDay, to: TimeOfDay }),
});
export type NotificationRules = z.infer<typeof NotificationRules>;

/** The key that they are stored under; the service worker reads them, too. */
export const RULES_KEY = 'host:notifications';

export const USUAL_RULES: NotificationRules = {
  mutedChannels: [],
  mutedApps: [],
  quietHours: { isOn: false, from: '22:00', to: '07:00' },
};

/** The persisted rules, or the defaults. */
export function readRules(text: string | undefined): NotificationRules {
  try {
    const parsed = z.safeParse(NotificationRules, JSON.parse(text ?? ''));
    return parsed.data ?? USUAL_RULES;
  } catch {
    return USUAL_RULES;
  }
}

/** Whether the rules allow a notification at a moment: yes, or the reason why not. */
export function allows(
  rules: NotificationRules,
  notification: Showable,
  moment: Date,
): true | 'quiet-hours' | 'muted' {
  const { appId } = notification.data;
  if (isQuietAt(rules.quietHours, moment)) return 'quiet-hours';
  if (typeof appId === 'string' && rules.mutedApps.includes(appId)) return 'muted';
  return rules.mutedChannels.includes(channelOf(notification)) ? 'muted' : true;
}
