import type { WebPushSubscription } from '@host/contracts';

/** Subscribes at the browser's push service, or returns the existing subscription. */
export async function subscribeToWebPush(
  { pushManager }: ServiceWorkerRegistration,
  applicationServerKey: string,
): Promise<WebPushSubscription | undefined> {
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const subscription = await subscribe().catch(async (error: unknown) => {
    // The subscription is for an earlier key of the gateway, which can no longer send to it.
    const outdated = await pushManager.getSubscription();
    if (!outdated) throw error;
    await outdated.unsubscribe();
    return subscribe();
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : undefined;
}
