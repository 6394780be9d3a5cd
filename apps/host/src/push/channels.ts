import { type AndroidChannel, parseDeepLink } from '@host/contracts';
import type { Showable } from '@host/push';

interface HostChannel extends Pick<AndroidChannel, 'id' | 'importance'> {
  /** Devices on which the channel is switched on are subscribed to this topic. */
  topic?: string;
}

/**
 * The notification channels of this host: channels on Android, and switches in the settings everywhere. Their names are in
 * the push messages.
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

/** The channel of a notification. One that names none is assigned by its sender, then by its link. */
export function channelOf({ channelId, data }: Pick<Showable, 'channelId' | 'data'>): ChannelId {
  const named = CHANNELS.find(({ id }) => id === channelId);
  if (named) return named.id;
  if (typeof data['appId'] === 'string') return 'services';
  const link = typeof data['deepLink'] === 'string' ? data['deepLink'] : '';
  return CHANNEL_OF_ROUTE[parseDeepLink(link)?.parts[0] ?? ''] ?? 'default';
}
