import { EmptyState, Spinner } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { usePush } from '@host/push';

import { Page } from '../components/Page.tsx';
import { AppSwitches } from '../components/push/AppSwitches.tsx';
import { ChannelSwitches } from '../components/push/ChannelSwitches.tsx';
import { PermissionCard } from '../components/push/PermissionCard.tsx';
import { QuietHoursCard } from '../components/push/QuietHoursCard.tsx';
import { Section } from '../components/Section.tsx';
import type { StartedPush } from '../push/PushService.types.ts';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import { PUSH } from '../messages/push.ts';
import { TITLES } from '../messages/titles.ts';

/** The settings of notifications: channels, mini-apps, and quiet hours. */
export function NotificationSettingsScreen() {
  const t = useMessages(PUSH);
  const title = useMessages(TITLES)('notifications');
  const state = useStore(useServices().push.state);
  if (state.status === 'unavailable') {
    return (
      <Page title={title} isNarrow>
        <EmptyState icon="bell" title={t('unavailable')} message={t('unavailableHint')} />
      </Page>
    );
  }
  return (
    <Page title={title} isNarrow>
      {state.status === 'started' ? <Choices started={state} /> : <Spinner />}
    </Page>
  );
}

function Choices({ started }: { started: StartedPush }) {
  const t = useMessages(PUSH);
  const isOn = usePush().permission === 'granted';
  return (
    <>
      <PermissionCard sendTest={started.sendTest} shownBy={started.shownBy} />
      <Section title={t('heardOf')}>
        <ChannelSwitches areAnyShown={isOn} />
      </Section>
      <Section title={t('mayNotify')}>
        <AppSwitches areAnyShown={isOn} />
      </Section>
      <Section title={t('whenQuiet')}>
        <QuietHoursCard />
      </Section>
    </>
  );
}
