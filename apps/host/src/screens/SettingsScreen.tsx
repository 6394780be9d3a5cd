import { Avatar, Button, Card, Icon, ListItem, Text, useTheme, useToast } from '@host/kit';
import { useState } from 'react';
import { View } from 'react-native';

import { AccountData } from '../components/AccountData.tsx';
import { AppList } from '../components/AppList.tsx';
import { Choice } from '../components/Choice.tsx';
import { Page } from '../components/Page.tsx';
import { Section } from '../components/Section.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../services/useStore.ts';
import { BRAND } from '../theme/brand.ts';
import { SCHEMES } from '../theme/createAppearance.ts';
import { linkProblem } from './linkProblems.ts';
import type { ScreenProps } from './ScreenProps.types.ts';
import { useSubmit } from './useSubmit.ts';

const SCHEME_TITLES = { system: 'System', light: 'Light', dark: 'Dark' } as const;

/** Who is signed in, how the host looks, and what mini-apps may do. */
export function SettingsScreen({ navigation }: ScreenProps<'Settings'>) {
  const { appearance, openDevelopment } = useServices();
  const scheme = useStore(appearance.scheme);
  const { colors } = useTheme();
  return (
    <Page title="Settings" isNarrow>
      <Section title="Account">
        <AccountCard onSignIn={() => navigation.navigate('SignIn', {})} />
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

function AccountCard({ onSignIn }: { onSignIn: () => void }) {
  const { space } = useTheme();
  const { session, host } = useServices();
  const toast = useToast();
  const { person } = useStore(session.state);
  const signOut = async () => {
    await session.signOut();
    await host.signedOut();
    toast.show('You are signed out. What services stored for you was deleted.');
  };

  if (!person) {
    return (
      <Card>
        <Text muted>Sign in to use services that need to know you.</Text>
        <Button title="Sign in" icon="person" onPress={onSignIn} />
      </Card>
    );
  }
  return (
    <Card>
      <View style={{ flexDirection: 'row', alignItems: 'center', gap: space(4) }}>
        <Avatar name={person.name} uri={person.avatarUrl} />
        <View style={{ flex: 1 }}>
          <Text variant="label">{person.name}</Text>
          {person.email === undefined ? null : (
            <Text variant="caption" muted>
              {person.email}
            </Text>
          )}
        </View>
      </View>
      {person.email === undefined || person.emailVerified === true ? null : <VerifyRow />}
      <Button title="Sign out" variant="secondary" onPress={() => void signOut()} />
      <AccountData />
    </Card>
  );
}

/** Offers the link that verifies the address. */
function VerifyRow() {
  const { links } = useServices();
  const [isSent, setSent] = useState(false);
  const form = useSubmit(linkProblem);
  return (
    <View role={form.problem === undefined ? 'status' : 'alert'}>
      <Text variant="caption" muted={form.problem === undefined}>
        {form.problem ??
          (isSent ? 'A link is on its way to you.' : 'Your e-mail address is not verified.')}
      </Text>
      <Button
        title={isSent ? 'Send it again' : 'Verify my address'}
        variant="plain"
        loading={form.isSending}
        onPress={() =>
          void form.submit(async () => {
            await links.sendVerification();
            setSent(true);
          })
        }
      />
    </View>
  );
}
