/** What a topic's name looks like. */
export const TOPIC = /^(private\/)?[a-zA-Z0-9\-_.~%]{1,900}$/;
const ADDRESS = '/topics/';

/** Whether a text is the name of a topic. */
export function isTopic(text: string): boolean {
  return TOPIC.test(text);
}

/** The address that a push to a topic is sent to: `/topics/<topic>`. */
export function topicAddress(topic: string): string {
  return ADDRESS + topic;
}

/** The topic that an address `/topics/<topic>` names, or undefined when it names none. */
export function topicOfAddress(address: string): string | undefined {
  if (!address.startsWith(ADDRESS)) return undefined;
  const topic = address.slice(ADDRESS.length);
  return isTopic(topic) ? topic : undefined;
}

/** The topic of one person. */
export function userTopic(userId: string): string {
  return `user_${userId}`;
}

/** A topic of a mini-app; by default the one for news about it. Mini-apps may subscribe to no others. */
export function miniAppTopic(appId: string, purpose = 'updates'): string {
  return `miniapp_${appId}_${purpose}`;
}

/** A category of a mini-app as devices know it: none can have the buttons of the host or of another. */
export function miniAppCategory(appId: string, category: string): string {
  return `miniapp_${appId}_${category}`;
}
