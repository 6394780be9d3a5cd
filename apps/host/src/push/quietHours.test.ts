import { describe, expect, it } from 'vitest';

import { isQuietAt, readTimeOfDay } from './quietHours.ts';

const at = (time: string) => new Date(`2026-05-01T${time}:00`);
const NIGHT = { isOn: true, from: '22:00', to: '07:00' };

describe('quiet hours', () => {
  it.each([
    ['21:59', false],
    ['22:00', true],
    ['23:30', true],
    ['00:00', true],
    ['06:59', true],
    ['07:00', false],
    ['12:00', false],
  ])('over night: at %s it is quiet: %s', (time, isQuiet) => {
    expect(isQuietAt(NIGHT, at(time))).toBe(isQuiet);
  });

  it('on the same day end before they start again', () => {
    const noon = { isOn: true, from: '12:00', to: '13:00' };
    expect([isQuietAt(noon, at('12:30')), isQuietAt(noon, at('13:00'))]).toEqual([true, false]);
  });

  it('that are off, or end when they start, are never', () => {
    expect(isQuietAt({ ...NIGHT, isOn: false }, at('23:00'))).toBe(false);
    expect(isQuietAt({ ...NIGHT, to: '22:00' }, at('22:00'))).toBe(false);
  });
});

describe('a time of day', () => {
  it.each([
    ['7', '07:00'],
    ['7:30', '07:30'],
    ['07.30', '07:30'],
    ['0730', '07:30'],
    [' 22:05 ', '22:05'],
    ['0', '00:00'],
  ])('%j is %s', (text, time) => {
    expect(readTimeOfDay(text)).toBe(time);
  });

  it.each(['', '24:00', '7:60', 'noon', '7:3', '123:00', '-1'])('%j is none', (text) => {
    expect(readTimeOfDay(text)).toBeUndefined();
  });
});
