import { Card, Icon, ListItem, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';

import { AccountCard } from '../components/accounts/AccountCard.tsx';
import { AppList } from '../components/AppList.tsx';
import { Choice } from '../components/Choice.tsx';
import { LanguageSetting } from '../components/LanguageSetting.tsx';
import { Page } from '../components/Page.tsx';
import { Section } from '../components/Section.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import { BRAND } from '../theme/brand.ts';
import { SCHEMES } from '../theme/createAppearance.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { HOME } from '../messages/home.ts';
import { SETTINGS } from '../messages/settings.ts';
import { TITLES } from '../messages/titles.ts';

/** The settings: account, appearance, language, notifications and mini-apps. */
export function SettingsScreen({ navigation }: ScreenProps<'Settings'>) {
  const { appearance, openDevelopment } = useServices();
  const scheme = useStore(appearance.scheme);
  const { colors } = useTheme();
  const t = useMessages(SETTINGS);
  const titles = useMessages(TITLES);
  const home = useMessages(HOME);
  return (
    <Page title={titles('settings')} isNarrow>
      <Section title={t('account')}>
        <AccountCard
          onSignIn={() => navigation.navigate('SignIn', {})}
          onChangeEmail={() => navigation.navigate('ChangeEmail')}
          onChangePassword={() => navigation.navigate('ChangePassword')}
          onShowSessions={() => navigation.navigate('Sessions')}
        />
      </Section>
      <Section title={t('appearance')}>
        <Choice
          label={t('appearance')}
          options={SCHEMES.map((value) => ({ value, title: t(`scheme.${value}`) }))}
          value={scheme}
          onChange={appearance.choose}
        />
      </Section>
      <Section title={t('language')}>
        <LanguageSetting />
      </Section>
      <Section title={titles('notifications')}>
        <Card padded={false}>
          <ListItem
            title={titles('notifications')}
            subtitle={t('notifications')}
            leading={<Icon name="bell" size={20} color={colors.textMuted} />}
            onPress={() => navigation.navigate('NotificationSettings')}
          />
        </Card>
      </Section>
      <Section title={t('services')}>
        <AppList onOpen={(appId) => navigation.navigate('AppSettings', { appId })} />
      </Section>
      <Section title={t('about')}>
        <Card padded={false}>
          <ListItem title={`${BRAND.name} ${HOST_VERSION}`} subtitle={home('tagline')} />
          {openDevelopment ? (
            <>
              <ListItem
                title={titles('gallery')}
                subtitle={t('kit')}
                onPress={() => navigation.navigate('Gallery')}
              />
              <ListItem
                title={t('develop')}
                subtitle={t('developHint')}
                onPress={() => navigation.navigate('Develop')}
              />
            </>
          ) : null}
        </Card>
      </Section>
    </Page>
  );
}
