import { expect, it } from 'vitest';

import { createMemoryHost } from '../memory/createMemoryHost.ts';
import { messagesIn } from './messagesIn.ts';

const TEXTS = {
  en: { orders: '{count, plural, one {# order} other {# orders}}', hello: 'Hello {name}' },
  de: { orders: '{count, plural, one {# Bestellung} other {# Bestellungen}}' },
};

it('says what a mini-app brings, in the language of the device, and changes with it', () => {
  const host = createMemoryHost({ device: { locale: 'de-AT' } });
  const { locale } = host.services;
  const say = () => messagesIn(TEXTS, locale.get().locale)('orders', { count: 2 });
  expect(locale.get()).toEqual({ locale: 'de-AT', direction: 'ltr' });
  expect(say()).toBe('2 Bestellungen');

  const told: string[] = [];
  locale.subscribe(() => told.push(locale.get().direction));
  host.setDevice({ theme: 'dark' });
  host.setDevice({ locale: 'ar-EG' });
  expect(told).toEqual(['rtl']);
  expect(say()).toBe('2 orders');
});

it('the first language stands in for what another lacks, with plurals of its own', () => {
  const t = messagesIn(TEXTS, 'de');
  expect(t('hello', { name: 'Ada' })).toBe('Hello Ada');
  expect(messagesIn(TEXTS, 'fr')('orders', { count: 1 })).toBe('1 order');
});
