import type { ReactNode } from 'react';

import styles from './Badge.module.css';
import { classes } from './classes.ts';
import tones from './tones.module.css';

/** How something is to be taken. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral';

/** A state in a word or two. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classes(tones[tone], styles.badge)}>{children}</span>;
}
