/** What a topic's name looks like. */
export const TOPIC = /^(private\/)?[a-zA-Z0-9\-_.~%]{1,900}$/;
const ADDRESS = '/topics/';

/** Whether a string is a valid topic name. */
export function isTopic(text: string): boolean {
  return TOPIC.test(text);
}

/** The address that a push to a topic is sent to: `/topics/<topic>`. */
export function topicAddress(topic: string): string {
  return ADDRESS + topic;
}

/** The topic of an address `/topics/<topic>`; undefined if it is not the address of a topic. */
export function topicOfAddress(address: string): string | undefined {
  if (!address.startsWith(ADDRESS)) return undefined;
  const topic = address.slice(ADDRESS.length);
  return isTopic(topic) ? topic : undefined;
}

/** The name of the topic of one person. */
export function userTopic(userId: string): string {
  return `user_${userId}`;
}

/** A topic of a mini-app; by default the one for news about it. Mini-apps may subscribe to no others. */
export function miniAppTopic(appId: string, purpose = 'updates'): string {
  return `miniapp_${appId}_${purpose}`;
}

/** The name of a category of a mini-app on the device, which cannot collide with those of the host or of other mini-apps. */
export function miniAppCategory(appId: string, category: string): string {
  return `miniapp_${appId}_${category}`;
}
