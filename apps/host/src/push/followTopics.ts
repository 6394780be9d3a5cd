import type { Push } from '@host/push';

import { CHANNELS } from './channels.ts';
import type { RulesStore } from './createRulesStore.ts';

/** Keeps the device subscribed to exactly the topics of the channels that are switched on. */
export function followTopics(push: Push, rules: RulesStore): void {
  const follow = async () => {
    const { mutedChannels } = rules.get();
    for (const channel of CHANNELS) {
      if (!('topic' in channel)) continue;
      const isMuted = mutedChannels.includes(channel.id);
      await (isMuted
        ? push.unsubscribeFromTopic(channel.topic)
        : push.subscribeToTopic(channel.topic));
    }
  };
  const update = () => void follow().catch(() => undefined);
  rules.subscribe(update);
  update();
}
