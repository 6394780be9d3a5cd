import { Button, EmptyState } from '@host/kit';

import { Page } from '../components/Page.tsx';
import type { ScreenProps } from '../navigation/ScreenProps.types.ts';

/** What an address shows that leads nowhere. */
export function NotFoundScreen({ navigation }: ScreenProps<'NotFound'>) {
  return (
    <Page title="Not found" isNarrow>
      <EmptyState
        icon="search"
        title="There is nothing at this address"
        message="The link may be old, or somebody mistyped it."
        action={<Button title="Go home" onPress={() => navigation.popTo('Home')} />}
      />
    </Page>
  );
}
