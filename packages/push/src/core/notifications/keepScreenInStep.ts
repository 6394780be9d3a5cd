import type { PushPlatform } from '../PushPlatform.types.ts';
import type { NotificationStore } from './createNotificationStore.ts';

/** Keeps the badge at the unread count, and removes displayed notifications that were read or deleted. */
export function keepScreenInStep(
  store: NotificationStore,
  platform: PushPlatform,
  onError: (error: unknown) => void,
): (() => void)[] {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shown: number | undefined;

  function setBadge(): void {
    timer = undefined;
    const { unreadCount } = store.get();
    if (unreadCount === shown) return;
    shown = unreadCount;
    platform.setBadge(unreadCount).catch(onError);
  }

  // Debounced, since counting reads all notifications.
  const stopCounting = store.subscribe(() => (timer ??= setTimeout(setBadge)));
  const stopDismissing = store.onChange(({ ids }) => {
    for (const id of ids) platform.dismiss(id).catch(onError);
  });
  return [stopCounting, stopDismissing, () => clearTimeout(timer)];
}
