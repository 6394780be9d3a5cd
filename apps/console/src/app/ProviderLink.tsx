import { useQuery } from '@tanstack/react-query';

import { useStore } from '../common/useStore.ts';
import buttons from '../components/Button.module.css';
import { classes } from '../components/classes.ts';
import { searchText } from '../navigation/routes.ts';
import { useServices } from '../services/ServicesContext.ts';
import styles from './SignInForm.module.css';

/**
 * Leads to the identity provider, where one is configured, and from there back to the same page. `apart` does so in another
 * tab: what was entered here stays.
 */
export function ProviderLink({ apart = false }: { apart?: boolean }) {
  const { client, navigation } = useServices();
  const { path, search } = useStore(navigation.place);
  const { data } = useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => client.readConsoleSignInOptions({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data?.provider) return null;
  const to = path.endsWith('/console') ? `${path}/` : path + searchText(search);
  return (
    <div className={styles.provider}>
      {/* It leaves the console: no link of its own navigation. */}
      <a
        className={classes(buttons.button, buttons.primary)}
        href={data.provider.path + searchText({ to })}
        {...(apart && { target: '_blank', rel: 'noreferrer' })}
      >
        Sign in with {data.provider.name}
      </a>
      <p className={styles.or}>or with a token</p>
    </div>
  );
}
