import type { ButtonHTMLAttributes } from 'react';

import styles from './Button.module.css';
import { classes } from './classes.ts';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: 'primary' | 'plain' | 'danger' | 'quiet';
  /** What it started is under way: pressing it again does nothing. */
  busy?: boolean;
}

/** A button. While it is busy it keeps its focus and its words. */
export function Button({ kind = 'plain', busy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || rest['aria-disabled']}
      className={classes(styles.button, styles[kind], busy && styles.busy, className)}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
