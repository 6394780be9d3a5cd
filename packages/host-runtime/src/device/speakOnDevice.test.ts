import type { Language } from '@host/contracts/messages';
import { beforeEach, expect, it, vi } from 'vitest';

/**
 * The native module as React Native 0.86 has it on both systems: what is asked for is kept over starts, and what JavaScript
 * is told is what held when the app started (I18nUtil.kt, RCTI18nUtil.mm).
 */
const native = vi.hoisted(() => ({ isRTL: false, isAllowed: true, isForced: false }));
const spoken = vi.hoisted(() => [] as unknown[]);

vi.mock('react-native', () => ({
  I18nManager: {
    get isRTL() {
      return native.isRTL;
    },
    allowRTL: (isAllowed: boolean) => void Object.assign(native, { isAllowed }),
    forceRTL: (isForced: boolean) => void Object.assign(native, { isForced }),
  },
}));
vi.mock('@host/kit/host', () => ({
  setHostLanguage: (language: unknown) => spoken.push(language),
}));

/** Starts the app on a phone whose own language is written from right to left, or not. */
async function start({ isPhoneRtl }: { isPhoneRtl: boolean }): Promise<(of: Language) => void> {
  native.isRTL = native.isForced || (native.isAllowed && isPhoneRtl);
  vi.resetModules();
  return (await import('./speakOnDevice.ts')).speakOnDevice;
}
const ARABIC = { locale: 'ar', direction: 'rtl', messages: {} } as const;
const GERMAN = { locale: 'de', direction: 'ltr', messages: {} } as const;

beforeEach(() => {
  Object.assign(native, { isAllowed: true, isForced: false });
  spoken.length = 0;
});

it.each([true, false])(
  'what is said changes at once, and the direction with the next start; on a phone in Arabic: %s',
  async (isPhoneRtl) => {
    for (const language of [ARABIC, GERMAN, ARABIC, ARABIC, GERMAN, GERMAN]) {
      const speak = await start({ isPhoneRtl });
      const before = native.isRTL;
      speak(language);
      expect(spoken.at(-1)).toBe(language);
      expect(native.isRTL).toBe(before);
      await start({ isPhoneRtl });
      expect(native.isRTL).toBe(language.direction === 'rtl');
    }
  },
);

it.each([
  [ARABIC, GERMAN],
  [GERMAN, ARABIC],
])(
  'the last language that was chosen before a start has its direction: %o, %o',
  async (...both) => {
    for (const isPhoneRtl of [true, false]) {
      const speak = await start({ isPhoneRtl });
      for (const language of both) speak(language);
      await start({ isPhoneRtl });
      expect(native.isRTL).toBe(both[1].direction === 'rtl');
    }
  },
);

it('a phone that is set to the language of the app mirrors it by itself', async () => {
  (await start({ isPhoneRtl: false }))(GERMAN);
  const speak = await start({ isPhoneRtl: true });
  expect(native.isRTL).toBe(true);
  speak(ARABIC);
  expect(native.isForced).toBe(false);
});
