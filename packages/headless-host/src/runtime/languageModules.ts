import type { NativeModule } from './nativeModules.ts';
import type { Direction } from './wire.types.ts';

/** The default locales of the systems, each in its own format. */
const LOCALES = { ios: 'en-US', android: 'en_US' } as const;

/** The modules with which a host reads the person's language, and sets the system's layout direction. */
export function languageModules(options: {
  platform: 'ios' | 'android';
  /** In the system's format: `zh-Hans-CN` on ios, `zh_CN_#Hans` on android. */
  locale?: string | undefined;
  onDirection: (direction: Direction) => void;
}): Record<string, NativeModule> {
  const { platform, locale = LOCALES[platform], onDirection } = options;
  const isAndroid = platform === 'android';
  let isAllowed = true;
  let isForced = false;
  // A locale alone does not change the direction: an app has to declare support for it first.
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
