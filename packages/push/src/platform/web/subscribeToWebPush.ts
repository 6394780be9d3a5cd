import type { WebPushSubscription } from '@host/contracts';

/** Subscribes at the browser's push service, or finds that there is a subscription already. */
export async function subscribeToWebPush(
  { pushManager }: ServiceWorkerRegistration,
  applicationServerKey: string,
): Promise<WebPushSubscription | undefined> {
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const subscription = await subscribe().catch(async (error: unknown) => {
    // The subscription is one with an earlier key of the gateway, which can send to it no more.
    const outdated = await pushManager.getSubscription();
    if (!outdated) throw error;
    await outdated.unsubscribe();
    return subscribe();
  });
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, keys: { p256dh, auth } } : undefined;
}
