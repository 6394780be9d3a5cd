import type { ReactNode } from 'react';

import type { Tone } from './Badge.tsx';
import styles from './Notice.module.css';
import { classes } from './classes.ts';
import tones from './tones.module.css';

interface NoticeProps {
  tone?: Tone;
  title?: string;
  children?: ReactNode;
  /** What can be done about it. */
  action?: ReactNode;
  /** Read out when it appears. */
  live?: boolean;
}

/** Something that is said on the page itself. */
export function Notice({ tone = 'info', title, children, action, live = false }: NoticeProps) {
  return (
    <div className={classes(tones[tone], styles.notice)} {...(live && { role: 'alert' })}>
      <div className={styles.text}>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
