import type { AuditChange } from '@host/contracts';

import { describeChange, lineOf } from '../audit/describeChange.ts';
import { countOf } from '../text/formatNumber.ts';
import styles from './ChangeCell.module.css';

const MAX_NAMES = 3;

/** What was before and is after. */
export function ChangeCell({ change }: { change: AuditChange }) {
  const fields = describeChange(change);
  if (fields.length === 0) return <>nothing</>;
  const [only] = fields;
  if (fields.length === 1 && lineOf(only!).length <= 60) return <code>{lineOf(only!)}</code>;
  const what = change.before === null ? 'new' : change.after === null ? 'gone' : 'changed';
  return (
    <details>
      <summary>
        {what}: {namesOf(fields)}
      </summary>
      <dl className={styles.fields}>
        {fields.map(({ name, before, after }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <del>{before ?? '—'}</del> <span aria-hidden="true">→</span> <ins>{after ?? '—'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The names of a few; of more, how many they are. */
function namesOf(fields: readonly { name: string }[]): string {
  if (fields.length > MAX_NAMES) return countOf(fields.length, 'field');
  return fields.map(({ name }) => name).join(', ');
}
