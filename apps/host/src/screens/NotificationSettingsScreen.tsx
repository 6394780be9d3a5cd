import { EmptyState, Spinner } from '@host/kit';

import { Page } from '../components/Page.tsx';
import { AppSwitches } from '../components/push/AppSwitches.tsx';
import { ChannelSwitches } from '../components/push/ChannelSwitches.tsx';
import { PermissionCard } from '../components/push/PermissionCard.tsx';
import { QuietHoursCard } from '../components/push/QuietHoursCard.tsx';
import { Section } from '../components/Section.tsx';
import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';

/** What the person is notified of, and when not. */
export function NotificationSettingsScreen() {
  const state = useStore(useServices().push.state);
  if (state.status === 'unavailable') {
    return (
      <Page title="Notifications" isNarrow>
        <EmptyState
          icon="bell"
          title="No notifications here"
          message="This device lacks what notifications are made of."
        />
      </Page>
    );
  }
  return (
    <Page title="Notifications" isNarrow>
      {state.status === 'started' ? (
        <PermissionCard sendTest={state.sendTest} shownBy={state.shownBy} />
      ) : (
        <Spinner label="Loading" />
      )}
      <Section title="What you hear of">
        <ChannelSwitches />
      </Section>
      <Section title="Services that may notify you">
        <AppSwitches />
      </Section>
      <Section title="When it is quiet">
        <QuietHoursCard />
      </Section>
    </Page>
  );
}
