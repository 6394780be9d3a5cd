import type { Resolution } from '@host/contracts';
import { Icon, type IconName, ListItem, Sheet, Spinner, useTheme } from '@host/kit';
import { useState } from 'react';
import { View } from 'react-native';

import { AppDetails } from './AppDetails.tsx';
import { AppHeading } from './AppHeading.tsx';
import { ComplaintForm } from './ComplaintForm.tsx';

interface CapsuleMenuProps {
  appId: string;
  /** Undefined while it is not known. */
  app: Resolution | undefined;
  isOpen: boolean;
  onClose: () => void;
  onReload: () => void;
}

type Page = 'menu' | 'about' | 'permissions' | 'report';

const TITLES: Record<Exclude<Page, 'menu'>, string> = {
  about: 'About this service',
  permissions: 'Permissions and storage',
  report: 'Report a problem',
};

/** What the host offers about the mini-app that is open. */
export function CapsuleMenu({ appId, app, isOpen, onClose, onReload }: CapsuleMenuProps) {
  const [page, setPage] = useState<Page>('menu');
  const close = () => {
    onClose();
    setPage('menu');
  };
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={page === 'menu' ? (app?.name ?? appId) : TITLES[page]}
    >
      {page === 'menu' ? (
        <Entries
          onChoose={setPage}
          onReload={() => {
            close();
            onReload();
          }}
        />
      ) : page === 'report' ? (
        <ComplaintForm appId={appId} onDone={close} />
      ) : app === undefined ? (
        <Spinner label="Loading" />
      ) : page === 'about' ? (
        <AppHeading app={app} />
      ) : (
        <AppDetails appId={appId} permissions={app.permissions} />
      )}
    </Sheet>
  );
}

interface EntriesProps {
  onChoose: (page: Page) => void;
  onReload: () => void;
}

function Entries({ onChoose, onReload }: EntriesProps) {
  const { colors, radii } = useTheme();
  const entry = (icon: IconName, title: string, onPress: () => void) => (
    <ListItem
      title={title}
      leading={<Icon name={icon} size={20} color={colors.textMuted} />}
      onPress={onPress}
    />
  );
  return (
    <View style={{ borderRadius: radii.medium, overflow: 'hidden' }}>
      {entry('info', TITLES.about, () => onChoose('about'))}
      {entry('lock', TITLES.permissions, () => onChoose('permissions'))}
      {entry('refresh', 'Reload', onReload)}
      {entry('warning', TITLES.report, () => onChoose('report'))}
    </View>
  );
}
