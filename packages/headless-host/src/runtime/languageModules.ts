import type { NativeModule } from './nativeModules.ts';
import type { Direction } from './wire.types.ts';

/** What a system says where nobody has set it up: each in its own form. */
const LOCALES = { ios: 'en-US', android: 'en_US' } as const;

/** The modules by which a host learns the person's language, and says which way the system lays it out. */
export function languageModules(options: {
  platform: 'ios' | 'android';
  /** As the system writes it: `zh-Hans-CN` on ios, `zh_CN_#Hans` on android. */
  locale?: string | undefined;
  onDirection: (direction: Direction) => void;
}): Record<string, NativeModule> {
  const { platform, locale = LOCALES[platform], onDirection } = options;
  const isAndroid = platform === 'android';
  let isAllowed = true;
  let isForced = false;
  // A locale alone turns nothing round: an app has to declare that language first.
  const tell = () => onDirection(isAllowed && isForced ? 'rtl' : 'ltr');
  return {
    I18nManager: {
      getConstants: () => ({
        isRTL: false,
        doLeftAndRightSwapInRTL: true,
        ...(isAndroid && { localeIdentifier: locale }),
      }),
      allowRTL(isNowAllowed: boolean) {
        isAllowed = isNowAllowed;
        tell();
      },
      forceRTL(isNowForced: boolean) {
        isForced = isNowForced;
        tell();
      },
    },
    SettingsManager: {
      getConstants: () => ({ settings: isAndroid ? {} : { AppleLanguages: [locale] } }),
    },
  };
}
