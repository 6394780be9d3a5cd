import { push } from '@host/miniapp-sdk';

/** News about this mini-app come under the topic that is named after it. */
export function subscribeToNews(): Promise<void> {
  return push.subscribeToTopic('miniapp_com.example.promos_updates');
}
