import { type ReactNode, useId } from 'react';

import styles from './Field.module.css';
import { classes } from './classes.ts';

/** What connects a control with its label, its hint and its problem. */
interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** What is wrong with what was entered. */
  problem?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** A labelled control; what is wrong with it stands below it and is read out with it. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: classes(styles.control, problem !== undefined && styles.invalid),
        'aria-describedby': described || undefined,
        'aria-invalid': problem === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {problem !== undefined && (
        <div className={styles.problem} id={`${id}-problem`} role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}
