import { type AndroidChannel, parseDeepLink } from '@host/contracts';
import type { Showable } from '@host/push';

interface HostChannel extends AndroidChannel {
  /** Who wants the channel is subscribed to this topic. */
  topic?: string;
}

/** What notifications of this host are about: channels on Android, and switches in the settings everywhere. */
export const CHANNELS = [
  {
    id: 'orders',
    name: 'Orders',
    description: 'Where your orders are',
    importance: 'high',
  },
  {
    id: 'promotions',
    name: 'Offers',
    description: 'What is on offer',
    importance: 'default',
    topic: 'promotions',
  },
  {
    id: 'news',
    name: 'News',
    description: 'What is new here',
    importance: 'default',
    topic: 'news',
  },
  {
    id: 'services',
    name: 'Services',
    description: 'Reminders and news from the services that you allow',
    importance: 'default',
  },
  {
    id: 'default',
    name: 'Everything else',
    description: 'What fits nowhere else',
    importance: 'default',
  },
] as const satisfies readonly HostChannel[];

export type ChannelId = (typeof CHANNELS)[number]['id'];

const CHANNEL_OF_ROUTE: Readonly<Record<string, ChannelId>> = {
  order: 'orders',
  promo: 'promotions',
  miniapp: 'services',
};

/** The channel of a notification. One that names none is sorted by who sent it, then by where it leads. */
export function channelOf({ channelId, data }: Pick<Showable, 'channelId' | 'data'>): ChannelId {
  const named = CHANNELS.find(({ id }) => id === channelId);
  if (named) return named.id;
  if (typeof data['appId'] === 'string') return 'services';
  const link = typeof data['deepLink'] === 'string' ? data['deepLink'] : '';
  return CHANNEL_OF_ROUTE[parseDeepLink(link)?.parts[0] ?? ''] ?? 'default';
}
