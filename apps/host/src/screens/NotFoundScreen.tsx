import { Button, EmptyState } from '@host/kit';
import { useMessages } from '@host/kit/messages';

import { Page } from '../components/Page.tsx';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';
import { HOME } from '../messages/home.ts';
import { TITLES } from '../messages/titles.ts';

/** The screen for unknown URLs. */
export function NotFoundScreen({ navigation }: ScreenProps<'NotFound'>) {
  const t = useMessages(HOME);
  const titles = useMessages(TITLES);
  return (
    <Page title={titles('notFound')} isNarrow>
      <EmptyState
        icon="search"
        title={t('nothingHere')}
        message={t('oldLink')}
        action={<Button title={t('goHome')} onPress={() => navigation.popTo('Home')} />}
      />
    </Page>
  );
}
