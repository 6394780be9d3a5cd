import { useId } from 'react';

import type { DataRow } from '../../composer/dataRows.ts';
import { Button } from '../Button.tsx';
import { Field } from '../Field.tsx';
import styles from './DataFields.module.css';

interface DataFieldsProps {
  rows: readonly DataRow[];
  problem: string | undefined;
  onChange: (rows: DataRow[]) => void;
}

/** What the app gets besides the text, key by key. */
export function DataFields({ rows, problem, onChange }: DataFieldsProps) {
  const id = useId();
  const change = (at: number, part: Partial<DataRow>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <fieldset className={styles.data} aria-describedby={`${id}-hint`}>
      <legend>Data</legend>
      <div className={styles.hint} id={`${id}-hint`}>
        What the app reads from the push, such as orderId and 42. Nobody sees it.
      </div>
      {rows.map(({ key, value }, index) => (
        // A row has no name of its own: its place is what it is known by.
        <div className={styles.row} key={index}>
          <Field label={`Key ${index + 1}`}>
            {(control) => (
              <input
                {...control}
                autoCapitalize="none"
                spellCheck={false}
                value={key}
                onChange={({ target }) => change(index, { key: target.value })}
              />
            )}
          </Field>
          <Field label={`Value ${index + 1}`}>
            {(control) => (
              <input
                {...control}
                value={value}
                onChange={({ target }) => change(index, { value: target.value })}
              />
            )}
          </Field>
          <Button
            aria-label={`Remove entry ${index + 1}`}
            onClick={() => onChange(rows.filter((_, each) => each !== index))}
          >
            Remove
          </Button>
        </div>
      ))}
      {problem !== undefined && (
        <div className={styles.problem} role="alert">
          {problem}
        </div>
      )}
      <div>
        <Button onClick={() => onChange([...rows, { key: '', value: '' }])}>Add an entry</Button>
      </div>
    </fieldset>
  );
}
