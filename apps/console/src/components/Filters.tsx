import { type ReactNode, useEffect, useRef, useState } from 'react';

import styles from './Filters.module.css';
import layout from './layout.module.css';
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
  /** One of them is always chosen, the first unless the address says otherwise. */
  isOneOf?: boolean;
}

/** One of a few, or any of them; kept in the address under a name. */
export function ChoiceFilter({ name, label, choices, isOneOf = false }: ChoiceFilterProps) {
  const [search, change] = useSearch();
  return (
    <select
      className={layout.choice}
      aria-label={label}
      value={search[name] ?? (isOneOf ? choices[0]?.[0] : '')}
      onChange={(event) => change({ [name]: event.target.value })}
    >
      {!isOneOf && <option value="">{label}: any</option>}
      {choices.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** Whoever types wants no request for every letter. */
const PAUSE_MS = 250;

interface TextFilterProps {
  name: string;
  label: string;
  placeholder?: string;
}

/** A text that is looked for; kept in the address under a name. */
export function TextFilter({ name, label, placeholder = label }: TextFilterProps) {
  const [search, change] = useSearch();
  const kept = search[name] ?? '';
  const [text, setText] = useState(kept);
  const sent = useRef(kept);
  useEffect(() => {
    // The address changed by itself, by the button "back" for example.
    if (kept === sent.current) return;
    sent.current = kept;
    setText(kept);
  }, [kept]);
  useEffect(() => {
    if (text === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = text.trim();
      change({ [name]: text.trim() });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, name, change]);
  return (
    <input
      type="search"
      className={styles.text}
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

/** A day in the reader's time zone; kept in the address under a name. */
export function DayFilter({ name, label }: { name: string; label: string }) {
  const [search, change] = useSearch();
  return (
    <label className={styles.day}>
      {label}
      <input
        type="date"
        className={layout.choice}
        value={search[name] ?? ''}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </label>
  );
}
