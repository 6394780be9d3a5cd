import { describe, expect, it } from 'vitest';

import { nameKeys } from './nameKeys.ts';

const areConfusable = (one: string, other: string) =>
  nameKeys(one).some((key) => nameKeys(other).includes(key));

describe('names that can be taken for each other', () => {
  it.each([
    ['Orders', 'orders'],
    ['Orders', 'ORDERS'],
    ['Orders', '0rders'],
    ['Orders', 'Ｏｒｄｅｒｓ'],
    ['Orders', '𝐎𝐫𝐝𝐞𝐫𝐬'],
    ['Orders', 'Or ders'],
    ['Orders', 'Orders.'],
    ['My Bank', 'My-Bank'],
    ['My Bank', 'MyBank'],
    ['HOT', 'НОТ'],
    ['coco', 'сосо'],
    ['Wallet', 'WaIIet'],
    ['Wallet', 'Wa11et'],
    ['Wallet', 'Wa||et'],
    ['Modern', 'Rnodern'],
    ['MAIL', 'mail'],
    ['Straße', 'STRASSE'],
    ['TO', 'ΤΟ'],
    ['Café', 'Cafe\u0301'],
    ['Shop 1', 'Shop l'],
    ['City Bank', 'C1ty Bank'],
    ['City Bank', 'City B4nk'],
    ['Pass', 'P455'],
  ])('%s and %s', (one, other) => {
    expect(areConfusable(one, other)).toBe(true);
    expect(areConfusable(other, one)).toBe(true);
  });

  it.each([
    ['Orders', 'Order'],
    ['Mail', 'Mall'],
    ['Café', 'Cafe'],
    ['Заказы', 'Orders'],
    ['Shop 1', 'Shop 2'],
    ['Shop 1', 'Shop i'],
    ['24', '2a'],
    ['注文', '注目'],
  ])('are not %s and %s', (one, other) => {
    expect(areConfusable(one, other)).toBe(false);
  });
});
