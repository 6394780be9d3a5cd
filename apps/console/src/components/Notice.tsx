import type { ReactNode } from 'react';

import type { Tone } from './Badge.tsx';
import styles from './Notice.module.css';
import { classes } from './classes.ts';

interface NoticeProps {
  tone?: Exclude<Tone, 'ok'>;
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
    <div className={classes(styles.notice, styles[tone])} {...(live && { role: 'alert' })}>
      <div className={styles.text}>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action}
    </div>
  );
}
