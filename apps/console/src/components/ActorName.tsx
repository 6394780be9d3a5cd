import styles from './ActorName.module.css';

/** Who did something: the name of their token or server key, with its id on hover; the id alone where it has no name. */
export function ActorName({ id, name }: { id: string; name: string | undefined }) {
  if (name === undefined) return <code className={styles.actor}>{id}</code>;
  return (
    <span className={styles.actor} title={id}>
      {name}
    </span>
  );
}
