import { type IconName, Avatar, Badge, Icon, Text, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import type { RecentMiniApp } from '@host/host-runtime';
import { type NavigationContainerRef, StackActions } from '@react-navigation/native';
import type { ReactNode } from 'react';
import { Pressable, ScrollView, View } from 'react-native';

import type { Route, ScreenName, Screens } from '../links/routes.ts';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import { AppIcon } from './AppIcon.tsx';
import { BrandName } from './BrandMark.tsx';
import { useRecent } from './useRecent.ts';
import { HOME } from '../messages/home.ts';
import { TITLES } from '../messages/titles.ts';

const SETTINGS: ReadonlySet<ScreenName> = new Set<ScreenName>([
  'Settings',
  'NotificationSettings',
  'ChangeEmail',
  'ChangePassword',
  'Sessions',
  'AppSettings',
]);

const WIDTH = 272;

export interface SideBarProps {
  /** The current screen. */
  route: Route;
  navigation: Pick<NavigationContainerRef<Screens>, 'dispatch'>;
}

/** The side bar of wide windows: navigation, recently opened mini-apps, and the signed-in person. */
export function SideBar({ route, navigation }: SideBarProps) {
  const { colors, space } = useTheme();
  const recent = useRecent();
  const t = useMessages(HOME);
  const titles = useMessages(TITLES);
  const go = (name: keyof Screens, params?: object) =>
    navigation.dispatch(StackActions.popTo(name, params));

  return (
    <View
      role="navigation"
      aria-label={t('main')}
      style={{
        width: WIDTH,
        gap: space(6),
        paddingVertical: space(6),
        paddingHorizontal: space(4),
        borderEndWidth: 1,
        borderColor: colors.border,
        backgroundColor: colors.surface,
      }}
    >
      <View style={{ paddingHorizontal: space(2) }}>
        <BrandName />
      </View>
      <View style={{ gap: space(1) }}>
        <PlaceLink
          icon="home"
          title={titles('home')}
          isHere={route.name === 'Home'}
          onPress={() => go('Home')}
        />
        <BellLink isHere={route.name === 'Notifications'} onPress={() => go('Notifications')} />
        <PlaceLink
          icon="settings"
          title={titles('settings')}
          isHere={SETTINGS.has(route.name)}
          onPress={() => go('Settings')}
        />
      </View>
      <ScrollView style={{ flex: 1 }}>
        {recent.length === 0 ? null : (
          <View style={{ gap: space(1) }}>
            <Text
              variant="caption"
              muted
              style={{ paddingHorizontal: space(3), paddingBottom: space(1), fontWeight: '600' }}
            >
              {t('recent')}
            </Text>
            {recent.map((app) => (
              <RecentLink
                key={app.appId}
                app={app}
                isHere={route.name === 'MiniApp' && route.params.appId === app.appId}
                onPress={() => go('MiniApp', { appId: app.appId })}
              />
            ))}
          </View>
        )}
      </ScrollView>
      <AccountLink onPress={(isSignedIn) => go(isSignedIn ? 'Settings' : 'SignIn')} />
    </View>
  );
}

interface LinkProps {
  isHere: boolean;
  onPress: () => void;
}

function BellLink(props: LinkProps) {
  const count = useStore(useServices().push.unreadCount);
  const t = useMessages(HOME);
  const titles = useMessages(TITLES);
  return (
    <PlaceLink icon="bell" title={titles('notifications')} {...props}>
      {count === 0 ? null : (
        <View style={{ flex: 1, alignItems: 'flex-end' }}>
          <Badge count={count} label={t('unread', { count })} tone="danger" />
        </View>
      )}
    </PlaceLink>
  );
}

interface PlaceLinkProps extends LinkProps {
  icon: IconName;
  title: string;
  children?: ReactNode;
}

function PlaceLink({ icon, title, children, ...rest }: PlaceLinkProps) {
  const { colors } = useTheme();
  return (
    <SideLink {...rest}>
      <Icon name={icon} size={20} color={rest.isHere ? colors.onPrimarySoft : colors.textMuted} />
      <Text variant="label" style={rest.isHere && { color: colors.onPrimarySoft }}>
        {title}
      </Text>
      {children}
    </SideLink>
  );
}

function RecentLink({ app, ...rest }: LinkProps & { app: RecentMiniApp }) {
  const { colors } = useTheme();
  return (
    <SideLink {...rest}>
      <AppIcon name={app.name} uri={app.icon} size={28} />
      <Text
        variant="label"
        numberOfLines={1}
        style={[{ flex: 1 }, rest.isHere && { color: colors.onPrimarySoft }]}
      >
        {app.name}
      </Text>
    </SideLink>
  );
}

function AccountLink({ onPress }: { onPress: (isSignedIn: boolean) => void }) {
  const { person } = useStore(useServices().session.state);
  const t = useMessages(HOME);
  const signIn = useMessages(TITLES)('signIn');
  return (
    <SideLink
      label={person ? t('accountOf', { name: person.name }) : signIn}
      isHere={false}
      onPress={() => onPress(person !== null)}
    >
      {person ? (
        <View aria-hidden>
          <Avatar name={person.name} uri={person.avatarUrl} size="small" />
        </View>
      ) : (
        <Icon name="person" size={24} />
      )}
      <View style={{ flex: 1 }}>
        <Text variant="label" numberOfLines={1}>
          {person?.name ?? signIn}
        </Text>
        {person?.email === undefined ? null : (
          <Text variant="caption" muted numberOfLines={1}>
            {person.email}
          </Text>
        )}
      </View>
    </SideLink>
  );
}

function SideLink({
  label,
  isHere,
  onPress,
  children,
}: LinkProps & { /** Where the text says too little. */ label?: string; children: ReactNode }) {
  const { colors, radii, space } = useTheme();
  return (
    <Pressable
      role="link"
      aria-label={label}
      {...(isHere && { 'aria-current': 'page' })}
      onPress={onPress}
      style={({ pressed, hovered }: { pressed: boolean; hovered?: boolean }) => ({
        minHeight: 44,
        flexDirection: 'row',
        alignItems: 'center',
        gap: space(3),
        paddingHorizontal: space(3),
        borderRadius: radii.medium,
        backgroundColor: isHere
          ? colors.primarySoft
          : pressed || hovered
            ? colors.surfaceActive
            : 'transparent',
      })}
    >
      {children}
    </Pressable>
  );
}
