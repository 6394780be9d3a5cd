import { type AndroidChannel, parseDeepLink } from '@host/contracts';
import type { Showable } from '@host/push';

interface HostChannel extends Pick<AndroidChannel, 'id' | 'importance'> {
  /** Who wants the channel is subscribed to this topic. */
  topic?: string;
}

/**
 * What notifications of this host are about: channels on Android, and switches in the settings everywhere. What they are
 * called is among the messages about push.
 */
export const CHANNELS = [
  {
    id: 'orders',
    importance: 'high',
  },
  {
    id: 'promotions',
    importance: 'default',
    topic: 'promotions',
  },
  {
    id: 'news',
    importance: 'default',
    topic: 'news',
  },
  {
    id: 'services',
    importance: 'default',
  },
  {
    id: 'default',
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
