import { describe, expect, it } from 'vitest';

import { nameProblem } from './nameProblem.ts';

describe('the name of a mini-app', () => {
  it.each([
    'Orders',
    'Orders 2.0',
    'Müller & Söhne',
    'Заказы',
    'Παραγγελίες',
    '注文アプリ Lite',
    '주문 Plus',
    'הזמנות',
    'الطلبات',
    'คำสั่งซื้อ',
    'ऑर्डर',
    'Orders 🛒',
    'I ❤️ Tea',
    '24/7',
  ])('may be %s', (name) => {
    expect(nameProblem(name)).toBeUndefined();
  });

  it.each([
    [' Orders', 'space'],
    ['Orders ', 'space'],
    ['My  Orders', 'space'],
    ['My\u00a0Orders', 'U+00A0'],
    ['My\u3000Orders', 'U+3000'],
    ['Ord\u200bers', 'U+200B'],
    ['Ord\u200ders', 'U+200D'],
    ['\ufeffOrders', 'U+FEFF'],
    ['Ord\u00aders', 'U+00AD'],
    ['\u202esredrO', 'U+202E'],
    ['Orders\u2066', 'U+2066'],
    ['Orders\ufe0f', 'U+FE0F'],
    ['Orders\u3164', 'U+3164'],
    ['Orders\u2800', 'U+2800'],
    ['Orders\u034f', 'U+034F'],
    ['Orders\u{e0041}', 'U+E0041'],
    ['Orders\ue000', 'U+E000'],
    ['Orders\ud800', 'U+D800'],
    ['Or\tders', 'U+0009'],
    ['Оrders', 'scripts'],
    ['Pαypal', 'scripts'],
    ['ᎠᎡ', 'scripts'],
    ['…!', 'letter'],
    ['🛒', 'letter'],
  ])('is not %j: %s', (name, why) => {
    expect(nameProblem(name)).toContain(why);
  });
});
