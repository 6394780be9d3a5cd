import { Link } from './Link.tsx';
import layout from './layout.module.css';

interface NameCellProps {
  name: string;
  /** Stands below the name. */
  id?: string | undefined;
  /** Where it is shown alone. */
  href?: string | undefined;
}

/** What something is called, and below it what it is known by. */
export function NameCell({ name, id, href }: NameCellProps) {
  return (
    <div className={layout.name}>
      {href === undefined ? <strong>{name}</strong> : <Link href={href}>{name}</Link>}
      {id !== undefined && <span className={layout.id}>{id}</span>}
    </div>
  );
}
