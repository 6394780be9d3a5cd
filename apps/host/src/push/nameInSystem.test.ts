import { createObservable } from '@host/contracts';
import { type Language, translator } from '@host/contracts/messages';
import { createDeepLinkRouter, createPush } from '@host/push/core';
import { createMemoryGateway, createMemoryPlatform } from '@host/push/memory';
import { expect, it } from 'vitest';

import { loadMessages } from '../language/loadMessages.ts';
import { PUSH } from '../messages/push.ts';
import { nameInSystem } from './nameInSystem.ts';

/** The channel of pushes that name none, which the native projects set by default. */
const DEFAULT_CHANNEL = 'default';

/** Push on a headless device whose language changes. */
function startDevice() {
  const language = createObservable<Language | undefined>(undefined);
  const platform = createMemoryPlatform();
  const push = createPush({
    platform,
    gateway: createMemoryGateway(),
    router: createDeepLinkRouter(),
  });
  nameInSystem(push, language, () => translator(PUSH, language.get()));
  const channels = () =>
    Object.fromEntries(
      [...platform.channels].map(([id, channel]) => [id, (channel as { name: string }).name]),
    );
  const buttons = () =>
    [...platform.categories.values()].flatMap((actions) => actions.map(({ title }) => title));
  return { language, channels, buttons };
}

/** The labels of the buttons in a language. */
function titlesIn(messages: Language['messages']): string[] {
  return Object.entries(messages['push'] ?? {}).flatMap(([key, text]) =>
    key.startsWith('action.') ? [text] : [],
  );
}

it('channels and buttons are called in the language of the device, and in another once that is chosen', async () => {
  const { language, channels, buttons } = startDevice();
  const german = await loadMessages('de');
  language.set({ locale: 'de-AT', direction: 'ltr', messages: german });
  await expect.poll(channels).toEqual({
    orders: 'Bestellungen',
    promotions: 'Angebote',
    news: 'Neuigkeiten',
    services: 'Dienste',
    default: 'Alles andere',
  });
  await expect.poll(buttons).toEqual(titlesIn(german));

  const arabic = await loadMessages('ar');
  language.set({ locale: 'ar-EG', direction: 'rtl', messages: arabic });
  await expect.poll(() => channels()['orders']).toBe('الطلبات');
  await expect.poll(buttons).toEqual(titlesIn(arabic));
});

it('the channel of pushes that name none is one of them', async () => {
  const { channels } = startDevice();
  await expect.poll(() => channels()[DEFAULT_CHANNEL]).toBe('Everything else');
});
