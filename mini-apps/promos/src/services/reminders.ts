import { push } from '@host/miniapp-sdk';

/** Reminds the person of an offer tomorrow at nine, in their own time; a tap opens the offer. */
export function scheduleReminder({ id, title }: { id: string; title: string }): Promise<string> {
  const scheduledAt = new Date();
  scheduledAt.setDate(scheduledAt.getDate() + 1);
  scheduledAt.setHours(9, 0, 0, 0);
  return push.scheduleNotification({
    title: 'Still on offer',
    body: title,
    data: { promoId: id },
    scheduledAt,
  });
}
