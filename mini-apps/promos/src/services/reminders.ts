import { push } from '@host/miniapp-sdk';

/** An offer, and what the reminder of it is headed with. */
interface Reminded {
  id: string;
  title: string;
  reminder: string;
}

/** Reminds the person of an offer tomorrow at nine, in their own time; a tap opens the offer. */
export function scheduleReminder({ id, title, reminder }: Reminded): Promise<string> {
  const scheduledAt = new Date();
  scheduledAt.setDate(scheduledAt.getDate() + 1);
  scheduledAt.setHours(9, 0, 0, 0);
  return push.scheduleNotification({
    title: reminder,
    body: title,
    data: { promoId: id },
    scheduledAt,
  });
}
