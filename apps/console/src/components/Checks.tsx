import styles from './Checks.module.css';

interface ChecksProps<Value extends string> {
  label: string;
  choices: readonly (readonly [value: Value, words: string])[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  problem?: string | undefined;
}

/** Any of a few. */
export function Checks<Value extends string>(props: ChecksProps<Value>) {
  const { label, choices, chosen, onChange, problem } = props;
  return (
    <fieldset className={styles.checks}>
      <legend>{label}</legend>
      {choices.map(([value, words]) => (
        <label key={value} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, value] : chosen.filter((each) => each !== value),
              )
            }
          />
          <span>
            <strong>{value}</strong> {words}
          </span>
        </label>
      ))}
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
