import type { CrashDetails, MappingFailure, MappingState } from '@host/contracts';

import { Empty } from '../Empty.tsx';
import { Panel } from '../Panel.tsx';
import { ChoiceFilter } from '../Filters.tsx';
import layout from '../layout.module.css';
import styles from './StackPanel.module.css';

const MAPPING: Readonly<Record<Exclude<MappingState, 'failed'>, string>> = {
  applied: 'Places in the source are from the source maps of this version.',
  'no-maps': 'No source maps were uploaded with this version: places are those of its build.',
  'no-match': 'The source maps of this version know none of these places.',
};

const FAILED: Readonly<Record<MappingFailure, string>> = {
  'too-large':
    'The source maps of this version are too large to be read: places are those of its build.',
  'too-slow':
    'The source maps of this version take too long to be read and are tried again after a day: places are those of its build.',
  broken: 'The source maps of this version are broken: places are those of its build.',
  unavailable:
    'The source maps of this version could not be read just now, try again: places are those of its build.',
};

/** The stack of a crash, each frame with its place in the source where that is known. */
export function StackPanel({ crash: { stack, versions } }: { crash: CrashDetails }) {
  return (
    <Panel
      title={stack ? `Stack in ${stack.version} on ${stack.platform}` : 'Stack'}
      actions={
        versions.length > 1 && (
          <ChoiceFilter
            name="version"
            label="Version"
            choices={versions.map(({ version }) => [version, version] as const)}
          />
        )
      }
    >
      {stack === undefined ? (
        <Empty title="No stack was reported" />
      ) : (
        <>
          <ol className={styles.frames}>
            {stack.frames.map(({ reported, source }, index) => (
              <li key={index}>
                {source && (
                  <strong>
                    {source.name !== undefined && `${source.name} `}
                    {source.file}:{source.line}:{source.column}
                  </strong>
                )}
                <code className={source ? layout.muted : undefined}>{reported}</code>
              </li>
            ))}
          </ol>
          <p className={layout.muted}>{noteOf(stack)}</p>
        </>
      )}
    </Panel>
  );
}

function noteOf({ mapping, mappingFailure }: NonNullable<CrashDetails['stack']>): string {
  return mapping === 'failed' ? FAILED[mappingFailure ?? 'unavailable'] : MAPPING[mapping];
}
