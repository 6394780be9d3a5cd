import type { Resolution } from '@host/contracts';
import { Icon, type IconName, ListItem, Sheet, Spinner, useTheme } from '@host/kit';
import { useMessages } from '@host/kit/messages';
import { useState } from 'react';
import { View } from 'react-native';

import { AppDetails } from './AppDetails.tsx';
import { AppHeading } from './AppHeading.tsx';
import { ComplaintForm } from './ComplaintForm.tsx';
import { MINI_APP } from '../messages/miniApp.ts';

interface CapsuleMenuProps {
  appId: string;
  /** Undefined while it is loading. */
  app: Resolution | undefined;
  isOpen: boolean;
  onClose: () => void;
  onReload: () => void;
}

type Page = 'menu' | 'about' | 'permissions' | 'report';

const TITLE_OF = {
  about: 'about',
  permissions: 'permissionsAndStorage',
  report: 'report',
} as const satisfies Record<Exclude<Page, 'menu'>, string>;

/** The host's menu for the open mini-app. */
export function CapsuleMenu({ appId, app, isOpen, onClose, onReload }: CapsuleMenuProps) {
  const t = useMessages(MINI_APP);
  const [page, setPage] = useState<Page>('menu');
  const close = () => {
    onClose();
    setPage('menu');
  };
  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={page === 'menu' ? (app?.name ?? appId) : t(TITLE_OF[page])}
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
        <Spinner />
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
  const t = useMessages(MINI_APP);
  const entry = (icon: IconName, title: string, onPress: () => void) => (
    <ListItem
      title={title}
      leading={<Icon name={icon} size={20} color={colors.textMuted} />}
      onPress={onPress}
    />
  );
  return (
    <View style={{ borderRadius: radii.medium, overflow: 'hidden' }}>
      {entry('info', t('about'), () => onChoose('about'))}
      {entry('lock', t('permissionsAndStorage'), () => onChoose('permissions'))}
      {entry('refresh', t('reload'), onReload)}
      {entry('warning', t('report'), () => onChoose('report'))}
    </View>
  );
}
