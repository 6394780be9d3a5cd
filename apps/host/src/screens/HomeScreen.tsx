import { Avatar, IconButton, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';
import { Pressable, ScrollView, View } from 'react-native';

import { BrandName } from '../components/BrandMark.tsx';
import { Catalog } from '../components/Catalog.tsx';
import { BellButton } from '../components/push/BellButton.tsx';
import { RecentRow } from '../components/RecentRow.tsx';
import { SearchField } from '../components/SearchField.tsx';
import { Section } from '../components/Section.tsx';
import { useLayout } from '../components/useLayout.ts';
import { useRecent } from '../components/useRecent.ts';
import { useScreenFocus } from '../components/useScreenFocus.ts';
import { useServices } from '../services/AppServicesContext.ts';
import { greetingAt } from '../text/greetingAt.ts';
import { useStore } from '../common/useStore.ts';
import { NO_FOCUS_RING } from '../theme/noFocusRing.ts';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { HOME } from '../messages/home.ts';
import { TITLES } from '../messages/titles.ts';

/** The first screen: recently opened mini-apps, the search, and the catalog. */
export function HomeScreen({ navigation }: ScreenProps<'Home'>) {
  const { colors, space } = useTheme();
  const { isWide } = useLayout();
  const t = useMessages(HOME);
  const [search, setSearch] = useState('');
  const isSearching = search.trim() !== '';
  const recent = useRecent();
  const focusRef = useScreenFocus();
  const open = (appId: string) => navigation.navigate('MiniApp', { appId });

  return (
    <View
      ref={focusRef}
      role="main"
      tabIndex={-1}
      style={{ flex: 1, backgroundColor: colors.background, ...NO_FOCUS_RING }}
    >
      <ScrollView
        keyboardShouldPersistTaps="handled"
        contentContainerStyle={{ flexGrow: 1, alignItems: 'center' }}
      >
        <View
          style={{
            flexGrow: 1,
            width: '100%',
            maxWidth: 1080,
            gap: space(6),
            padding: space(isWide ? 8 : 4),
          }}
        >
          {isWide ? null : <PhoneBar navigation={navigation} />}
          <View style={{ gap: space(4) }}>
            <Greeting />
            <SearchField value={search} onChange={setSearch} label={t('search')} />
          </View>
          {isSearching || isWide || recent.length === 0 ? null : (
            <Section title={t('recent')}>
              <RecentRow apps={recent} onOpen={open} />
            </Section>
          )}
          <Section title={t(isSearching ? 'results' : 'allServices')}>
            <Catalog search={search.trim()} onOpen={open} />
          </Section>
        </View>
      </ScrollView>
    </View>
  );
}

function Greeting() {
  const { space } = useTheme();
  const { person } = useStore(useServices().session.state);
  const t = useMessages(HOME);
  const greeting = t('greeting', { time: greetingAt(new Date().getHours()) });
  const [name] = person?.name.split(' ') ?? [];
  return (
    <View style={{ gap: space(1) }}>
      <Text variant="title">
        {name === undefined ? greeting : t('greetingTo', { greeting, name })}
      </Text>
      <Text muted>{t('tagline')}</Text>
    </View>
  );
}

function PhoneBar({ navigation }: Pick<ScreenProps<'Home'>, 'navigation'>) {
  const { radii, space } = useTheme();
  const t = useMessages(HOME);
  const titles = useMessages(TITLES);
  const { status, person } = useStore(useServices().session.state);
  return (
    <View style={{ flexDirection: 'row', alignItems: 'center', minHeight: 44, gap: space(1) }}>
      <View style={{ flex: 1 }}>
        <BrandName />
      </View>
      <BellButton onPress={() => navigation.navigate('Notifications')} />
      {person ? (
        <Pressable
          role="button"
          aria-label={t('account')}
          onPress={() => navigation.navigate('Settings')}
          style={{ padding: 6, borderRadius: radii.full }}
        >
          <View aria-hidden>
            <Avatar name={person.name} uri={person.avatarUrl} size="small" />
          </View>
        </Pressable>
      ) : (
        <>
          {status === 'signed-out' ? (
            <IconButton
              icon="person"
              label={titles('signIn')}
              onPress={() => navigation.navigate('SignIn', {})}
            />
          ) : null}
          <IconButton
            icon="settings"
            label={titles('settings')}
            onPress={() => navigation.navigate('Settings')}
          />
        </>
      )}
    </View>
  );
}
