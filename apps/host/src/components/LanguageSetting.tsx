import { Card, Icon, ListItem, Sheet, useTheme, useToast } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';
import { I18nManager, Platform } from 'react-native';

import { useStore } from '../common/useStore.ts';
import type { LanguageChoice } from '../language/languageFor.ts';
import { LANGUAGES, LANGUAGE_TAGS } from '../language/languages.ts';
import { HOME } from '../messages/home.ts';
import { SETTINGS } from '../messages/settings.ts';
import { useServices } from '../services/AppServicesContext.ts';

const CHOICES: readonly LanguageChoice[] = ['system', ...LANGUAGE_TAGS];

/** Shows and changes the language of the host. */
export function LanguageSetting() {
  const { language } = useServices();
  const { colors } = useTheme();
  const t = useMessages(SETTINGS);
  const home = useMessages(HOME);
  const toast = useToast();
  const choice = useStore(language.choice);
  const [isOpen, setOpen] = useState(false);
  // Each language is listed by its own name, so that people recognise theirs whatever the current language is.
  const nameOf = (each: LanguageChoice) =>
    each === 'system' ? t('languageOfDevice') : LANGUAGES[each];
  const choose = async (each: LanguageChoice) => {
    setOpen(false);
    try {
      await language.choose(each);
    } catch {
      toast.show(home('checkConnection'), { tone: 'danger' });
      return;
    }
    const isMirrored = I18nManager.isRTL === (language.current.get().direction === 'rtl');
    if (Platform.OS !== 'web' && !isMirrored) toast.show(t('languageRestart'));
  };
  return (
    <Card padded={false}>
      <ListItem
        title={t('language')}
        subtitle={nameOf(choice)}
        leading={<Icon name="globe" size={20} color={colors.textMuted} />}
        onPress={() => setOpen(true)}
      />
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={t('language')}>
        <Card padded={false}>
          {CHOICES.map((each) => (
            <ListItem
              key={each}
              title={nameOf(each)}
              selected={each === choice}
              onPress={() => void choose(each)}
            />
          ))}
        </Card>
      </Sheet>
    </Card>
  );
}
