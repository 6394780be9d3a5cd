import { countOf } from '../../text/formatNumber.ts';
import { Field } from '../Field.tsx';

const LIFETIMES = [1, 7, 30, 90, 365];

/** Days as the API has them. */
export const secondsOf = (days: number): number => days * 24 * 60 * 60;

interface LifetimeFieldProps {
  days: number | undefined;
  onChange: (days: number | undefined) => void;
  /** What holds when no days are chosen, where that is possible. */
  otherwise?: string;
  problem: string | undefined;
}

/** For how long something is issued. */
export function LifetimeField({ days, onChange, otherwise, problem }: LifetimeFieldProps) {
  return (
    <Field label="Ends after" problem={problem}>
      {(control) => (
        <select
          {...control}
          value={days ?? ''}
          onChange={({ target: { value } }) => onChange(value === '' ? undefined : Number(value))}
        >
          {otherwise !== undefined && <option value="">{otherwise}</option>}
          {LIFETIMES.map((each) => (
            <option key={each} value={each}>
              {countOf(each, 'day')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
