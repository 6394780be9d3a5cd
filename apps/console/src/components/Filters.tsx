import type { ReactNode } from 'react';

import styles from './Filters.module.css';
import { useSearch } from './useSearch.ts';

/** What narrows a list down, in a row above it. */
export function Filters({ children }: { children: ReactNode }) {
  return <search className={styles.filters}>{children}</search>;
}

interface ChoiceFilterProps {
  name: string;
  label: string;
  /** What stands in the address, and how it is called. */
  choices: readonly (readonly [value: string, words: string])[];
}

/** One of a few, or any of them; kept in the address under a name. */
export function ChoiceFilter({ name, label, choices }: ChoiceFilterProps) {
  const [search, change] = useSearch();
  return (
    <select
      className={styles.choice}
      aria-label={label}
      value={search[name] ?? ''}
      onChange={(event) => change({ [name]: event.target.value })}
    >
      <option value="">{label}: any</option>
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}
