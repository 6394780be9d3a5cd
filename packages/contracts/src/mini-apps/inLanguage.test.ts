import { expect, it } from 'vitest';

import { inLanguage } from './inLanguage.ts';

const ORDERS = {
  name: 'Orders',
  description: 'What you ordered',
  translations: {
    de: { name: 'Bestellungen', description: 'Was du bestellt hast' },
    ar: { name: 'الطلبات' },
    'zh-Hans': { description: '你买了什么' },
  },
};

it.each([
  ['de-AT', 'Bestellungen', 'Was du bestellt hast'],
  ['ar', 'الطلبات', 'What you ordered'],
  ['zh-Hans-CN', 'Orders', '你买了什么'],
  // Who reads traditional characters is not given simplified ones.
  ['zh-TW', 'Orders', 'What you ordered'],
  ['fr', 'Orders', 'What you ordered'],
  [undefined, 'Orders', 'What you ordered'],
])('a mini-app is called and described for %s as it can be', (locale, name, description) => {
  expect(inLanguage(ORDERS, locale)).toEqual({ name, description });
});

it('a mini-app without translations or a description is called what it is called', () => {
  expect(inLanguage({ name: 'Orders' }, 'de')).toEqual({ name: 'Orders' });
});
