import { type MiniProgram, type TokenScope } from '@host/contracts';
import type { ComponentType } from 'react';

import { Empty } from '../components/Empty.tsx';
import { Link } from '../components/Link.tsx';
import { Loaded } from '../components/Loaded.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageHeader } from '../components/PageHeader.tsx';
import { StateBadge } from '../components/StateBadge.tsx';
import { Tabs } from '../components/Tabs.tsx';
import { AnalyticsTab } from '../components/mini-app/AnalyticsTab.tsx';
import { DataTab } from '../components/mini-app/DataTab.tsx';
import { MiniAppActions } from '../components/mini-app/MiniAppActions.tsx';
import { SettingsTab } from '../components/mini-app/SettingsTab.tsx';
import { VersionsTab } from '../components/mini-app/VersionsTab.tsx';
import { useMiniApp } from '../components/mini-app/useMiniApp.ts';
import { hrefOf } from '../navigation/routes.ts';
import { stateOfMiniApp } from '../releases/states.ts';
import { may } from '../session/createSession.ts';
import { useSession } from '../session/SessionContext.ts';

interface Tab {
  /** Its part of the address; the first has none. */
  id: string | undefined;
  title: string;
  scope: TokenScope;
  content: ComponentType<{ app: MiniProgram }>;
}

const TABS: readonly Tab[] = [
  { id: undefined, title: 'Versions', scope: 'read', content: VersionsTab },
  { id: 'usage', title: 'Usage', scope: 'read', content: AnalyticsTab },
  { id: 'data', title: 'Data', scope: 'data', content: DataTab },
  { id: 'settings', title: 'Settings', scope: 'read', content: SettingsTab },
];

/** Everything about one mini-app. */
export default function MiniAppScreen({ params }: { params: Readonly<Record<string, string>> }) {
  const session = useSession();
  const { appId = '', tab } = params;
  const query = useMiniApp(appId);
  const tabs = TABS.filter(({ scope }) => may(session, scope));
  const current = tabs.find(({ id }) => id === tab);
  return (
    <Loaded query={query} what="the mini-app">
      {(app) => (
        <>
          <PageHeader
            title={app.name}
            above={<Link href={hrefOf('miniApps', {})}>Mini-apps</Link>}
            badge={<StateBadge of={stateOfMiniApp(app)} />}
            subtitle={app.publisher ? `${app.appId} · by ${app.publisher.name}` : app.appId}
            actions={<MiniAppActions app={app} />}
          />
          {app.suspended && (
            <Notice tone="bad" title="Nobody can open this mini-app: it is suspended">
              {app.suspendedReason}
            </Notice>
          )}
          <Tabs
            label="Parts of this mini-app"
            tabs={tabs.map(({ id, title }) => ({
              title,
              href:
                id === undefined
                  ? hrefOf('miniApp', { appId })
                  : hrefOf('miniAppTab', { appId, tab: id }),
              isCurrent: id === tab,
            }))}
          />
          {current ? (
            <current.content app={app} />
          ) : (
            <Empty title="There is nothing at this address" />
          )}
        </>
      )}
    </Loaded>
  );
}
