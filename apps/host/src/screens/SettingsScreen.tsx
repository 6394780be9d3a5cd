import { Card, Icon, ListItem, useTheme } from '@host/kit';

import { AccountCard } from '../components/accounts/AccountCard.tsx';
import { AppList } from '../components/AppList.tsx';
import { Choice } from '../components/Choice.tsx';
import { Page } from '../components/Page.tsx';
import { Section } from '../components/Section.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import { BRAND } from '../theme/brand.ts';
import { SCHEMES } from '../theme/createAppearance.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

const SCHEME_TITLES = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** Who is signed in, how the host looks, and what mini-apps may do. */
export function SettingsScreen({ navigation }: ScreenProps<'Settings'>) {
  const { appearance, openDevelopment } = useServices();
  const scheme = useStore(appearance.scheme);
  const { colors } = useTheme();
  return (
    <Page title="Settings" isNarrow>
      <Section title="Account">
        <AccountCard
          onSignIn={() => navigation.navigate('SignIn', {})}
          onChangeEmail={() => navigation.navigate('ChangeEmail')}
          onChangePassword={() => navigation.navigate('ChangePassword')}
          onShowSessions={() => navigation.navigate('Sessions')}
        />
      </Section>
      <Section title="Appearance">
        <Choice
          label="Appearance"
          options={SCHEMES.map((value) => ({ value, title: SCHEME_TITLES[value] }))}
          value={scheme}
          onChange={appearance.choose}
        />
      </Section>
      <Section title="Notifications">
        <Card padded={false}>
          <ListItem
            title="Notifications"
            subtitle="What you hear of, and when it is quiet"
            leading={<Icon name="bell" size={20} color={colors.textMuted} />}
            onPress={() => navigation.navigate('NotificationSettings')}
          />
        </Card>
      </Section>
      <Section title="Services">
        <AppList onOpen={(appId) => navigation.navigate('AppSettings', { appId })} />
      </Section>
      <Section title="About">
        <Card padded={false}>
          <ListItem title={`${BRAND.name} ${HOST_VERSION}`} subtitle={BRAND.tagline} />
          <ListItem
            title="UI kit"
            subtitle="The components that services are built with"
            onPress={() => navigation.navigate('Gallery')}
          />
          {openDevelopment ? (
            <ListItem
              title="Mini-apps in development"
              subtitle="Open what miniapp start serves"
              onPress={() => navigation.navigate('Develop')}
            />
          ) : null}
        </Card>
      </Section>
    </Page>
  );
}
