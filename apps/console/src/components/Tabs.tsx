import { Link } from './Link.tsx';
import styles from './Tabs.module.css';

interface TabsProps {
  label: string;
  tabs: readonly { title: string; href: string; isCurrent: boolean }[];
}

/** The parts of a screen, each with an address of its own. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map(({ title, href, isCurrent }) => (
        <Link
          key={title}
          href={href}
          className={styles.tab}
          {...(isCurrent && { 'aria-current': 'page' as const })}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
