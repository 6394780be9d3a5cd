import { useStore } from '../common/useStore.ts';
import { Icon } from '../components/Icon.tsx';
import { Link } from '../components/Link.tsx';
import { classes } from '../components/classes.ts';
import type { RouteName } from '../navigation/routes.ts';
import { explainError } from '../errors/explainError.ts';
import { useServices } from '../services/ServicesContext.ts';
import { useSession } from '../session/SessionContext.ts';
import { SCHEMES } from '../theme/createAppearance.ts';
import styles from './SideBar.module.css';
import { type Section, hrefOfSection } from './sections.ts';

interface SideBarProps {
  sections: readonly Section[];
  current: RouteName | undefined;
  /** On a phone it is opened by a button. */
  isOpen: boolean;
  onLeave: () => void;
}

/** Where one can go, and who is here. */
export function SideBar({ sections, current, isOpen, onLeave }: SideBarProps) {
  const groups = [...new Set(sections.map(({ group }) => group))];
  return (
    <div className={classes(styles.side, isOpen && styles.open)}>
      <nav className={styles.nav} aria-label="Console">
        {groups.map((group) => (
          <div key={group}>
            <div className={styles.group}>{group}</div>
            <ul>
              {sections
                .filter((section) => section.group === group)
                .map((section) => (
                  <li key={section.title}>
                    <Link
                      className={styles.link}
                      href={hrefOfSection(section)}
                      title={`g ${section.key}`}
                      onClick={onLeave}
                      {...(current !== undefined &&
                        section.routes.includes(current) && { 'aria-current': 'page' as const })}
                    >
                      <Icon name={section.icon} />
                      {section.title}
                    </Link>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
      <Who />
    </div>
  );
}

function Who() {
  const { session: auth, appearance, toasts } = useServices();
  const session = useSession();
  const scheme = useStore(appearance.scheme);
  const next = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length]!;
  const signOut = () => {
    auth.signOut().catch((error: unknown) => toasts.sayFailed(explainError(error).text));
  };
  return (
    <section className={styles.who} aria-label="You">
      <div className={styles.name}>
        <strong title={session.name}>{session.name}</strong>
        <span>{session.role ?? session.scopes.join(', ')}</span>
      </div>
      <button
        type="button"
        className={styles.tool}
        aria-label={`Colours: ${scheme}`}
        title={`Colours: ${scheme}`}
        onClick={() => appearance.choose(next)}
      >
        <Icon name="theme" />
      </button>
      <button
        type="button"
        className={styles.tool}
        aria-label="Sign out"
        title="Sign out"
        onClick={signOut}
      >
        <Icon name="leave" />
      </button>
    </section>
  );
}
