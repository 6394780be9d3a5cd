import type { ReactNode } from 'react';

import { Button } from './Button.tsx';
import styles from './Conflict.module.css';
import { Notice } from './Notice.tsx';
import layout from './layout.module.css';

interface ConflictProps {
  title: string;
  children: ReactNode;
  /** Both sides, as they can be compared. */
  mine: ReactNode;
  theirs: ReactNode;
  /** Goes on with one's own, knowing the other. Nothing is sent yet. */
  onKeep: () => void;
  /** Gives up one's own. */
  onTake: () => void;
}

/** Says that somebody else changed the same, shows both sides, and lets choose. */
export function Conflict({ title, children, mine, theirs, onKeep, onTake }: ConflictProps) {
  return (
    <Notice tone="warn" live title={title}>
      {children}
      <div className={styles.sides}>
        <section aria-label="Yours">
          <h3>Yours</h3>
          {mine}
        </section>
        <section aria-label="Theirs">
          <h3>Theirs</h3>
          {theirs}
        </section>
      </div>
      <div className={layout.badges}>
        <Button onClick={onKeep}>Keep mine</Button>
        <Button onClick={onTake}>Take theirs</Button>
      </div>
    </Notice>
  );
}
