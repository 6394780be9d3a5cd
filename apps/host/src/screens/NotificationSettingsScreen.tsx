import { EmptyState, Spinner } from '@host/kit';
import { useMessages } from '@host/kit/messages';

import { Page } from '../components/Page.tsx';
import { AppSwitches } from '../components/push/AppSwitches.tsx';
import { ChannelSwitches } from '../components/push/ChannelSwitches.tsx';
import { PermissionCard } from '../components/push/PermissionCard.tsx';
import { QuietHoursCard } from '../components/push/QuietHoursCard.tsx';
import { Section } from '../components/Section.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';
import { PUSH } from '../messages/push.ts';
import { TITLES } from '../messages/titles.ts';

/** What the person is notified of, and when not. */
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
      {state.status === 'started' ? (
        <PermissionCard sendTest={state.sendTest} shownBy={state.shownBy} />
      ) : (
        <Spinner />
      )}
      <Section title={t('heardOf')}>
        <ChannelSwitches />
      </Section>
      <Section title={t('mayNotify')}>
        <AppSwitches />
      </Section>
      <Section title={t('whenQuiet')}>
        <QuietHoursCard />
      </Section>
    </Page>
  );
}
