import type { PushPlatform } from '../PushPlatform.types.ts';
import type { NotificationStore } from './createNotificationStore.ts';

/** Shows what is unread as the number on the icon, and takes off the screen what somebody has read or deleted. */
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

  // Once for many that arrive together: counting them looks at all.
  const stopCounting = store.subscribe(() => (timer ??= setTimeout(setBadge)));
  const stopDismissing = store.onChange(({ ids }) => {
    for (const id of ids) platform.dismiss(id).catch(onError);
  });
  return [stopCounting, stopDismissing, () => clearTimeout(timer)];
}
