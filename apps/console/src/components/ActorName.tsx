import styles from './ActorName.module.css';
import { Link } from './Link.tsx';

interface ActorNameProps {
  id: string;
  name: string | undefined;
  /** Where everything that they did is listed. */
  href?: string;
}

/** Who did something: the name of their token or server key, with its id on hover; the id alone where it has no name. */
export function ActorName({ id, name, href }: ActorNameProps) {
  const shown = name ?? <code>{id}</code>;
  return (
    <span className={styles.actor} title={id}>
      {href === undefined ? shown : <Link href={href}>{shown}</Link>}
    </span>
  );
}
