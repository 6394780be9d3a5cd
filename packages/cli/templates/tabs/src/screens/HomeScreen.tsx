import { Header, Screen } from '@host/kit';
import { analytics } from '@host/miniapp-sdk';
import { useEffect, useState } from 'react';

import { type Tab, TabBar } from '../components/TabBar';
import { useSettings } from '../hooks/useSettings';
import { OverviewTab } from './OverviewTab';
import { ProfileTab } from './ProfileTab';
import { SettingsTab } from './SettingsTab';

type TabName = 'overview' | 'profile' | 'settings';

const TABS: readonly Tab<TabName>[] = [
  { name: 'overview', title: 'Overview', icon: 'home' },
  { name: 'profile', title: 'Profile', icon: 'person' },
  { name: 'settings', title: 'Settings', icon: 'settings' },
];

export function HomeScreen() {
  const [current, setCurrent] = useState<TabName>('overview');
  const { settings, change } = useSettings();
  useEffect(() => analytics.screen(current), [current]);

  const { title } = TABS.find(({ name }) => name === current)!;
  return (
    <Screen
      scroll
      header={<Header title={current === 'overview' ? 'Sample' : title} />}
      footer={<TabBar tabs={TABS} current={current} onSelect={setCurrent} />}
    >
      {current === 'overview' ? <OverviewTab showsTips={settings?.showsTips ?? false} /> : null}
      {current === 'profile' ? <ProfileTab /> : null}
      {current === 'settings' && settings ? (
        <SettingsTab settings={settings} onChange={change} />
      ) : null}
    </Screen>
  );
}
