import { type ReactNode, useId } from 'react';

import styles from './Panel.module.css';
import { classes } from './classes.ts';

interface PanelProps {
  title?: string;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
  /** What is inside reaches the edges: a table. */
  flush?: boolean;
}

/** A part of a screen with a title of its own. */
export function Panel({ title, actions, children, flush = false }: PanelProps) {
  const id = useId();
  return (
    <section className={styles.panel} {...(title !== undefined && { 'aria-labelledby': id })}>
      {title !== undefined && (
        <header className={styles.header}>
          <h2 id={id}>{title}</h2>
          {actions}
        </header>
      )}
      <div className={classes(styles.content, flush && styles.flush)}>{children}</div>
    </section>
  );
}
