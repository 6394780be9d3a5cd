import {
  type DeviceRecord,
  PLATFORMS,
  type Platform,
  type ResolveQuery,
  type VersionShare,
  type VersionVerdict,
  possibleVersions,
} from '@host/contracts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';

import { choiceProblems } from '../../releases/choiceProblems.ts';
import { hrefOf } from '../../navigation/routes.ts';
import { cohortWords, verdictWords } from '../../releases/verdictWords.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { formatPercent } from '../../text/formatNumber.ts';
import { readNames } from '../../text/readNames.ts';
import { Badge } from '../Badge.tsx';
import { Button } from '../Button.tsx';
import { Empty } from '../Empty.tsx';
import { Field } from '../Field.tsx';
import { Link } from '../Link.tsx';
import { Loaded } from '../Loaded.tsx';
import { Panel } from '../Panel.tsx';
import { Table } from '../Table.tsx';
import layout from '../layout.module.css';

interface Asked {
  appId: string;
  query: ResolveQuery;
}

const keyOf = ({ appId, query }: Asked) => ['mini-app', appId, 'choice', query];

/** Which version of a mini-app a device would get, and why. */
export function ChoicePanel({ device }: { device: DeviceRecord }) {
  const { queries } = useServices();
  const [asked, setAsked] = useState<Asked>();
  const [appId, setAppId] = useState('');
  const [hostVersion, setHostVersion] = useState('1.0.0');
  const [installId, setInstallId] = useState('');
  const [cohorts, setCohorts] = useState('');
  const [isTried, setTried] = useState(false);
  const [platform, setPlatform] = useState<Platform>(
    PLATFORMS.find((each) => each === device.platform) ?? 'web',
  );
  const names = readNames(cohorts);
  const wanted: Asked = {
    appId: appId.trim(),
    query: {
      platform,
      hostVersion: hostVersion.trim(),
      ...(installId.trim() !== '' && { installId: installId.trim() }),
      ...(names.length > 0 && { cohorts: names.join(',') }),
    },
  };
  const problems = choiceProblems(wanted.appId, wanted.query);
  const shown = isTried ? problems : {};
  return (
    <Panel title="Which version would it get?">
      <form
        className={layout.row}
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (Object.keys(problems).length > 0) return;
          setAsked(wanted);
          // Who asks the same once more wants another answer.
          void queries.invalidateQueries({ queryKey: keyOf(wanted) });
        }}
      >
        <Field label="Mini-app" problem={shown.appId}>
          {(control) => (
            <input
              {...control}
              placeholder="com.acme.orders"
              value={appId}
              onChange={(event) => setAppId(event.target.value)}
            />
          )}
        </Field>
        <Field label="Version of the host" problem={shown.hostVersion}>
          {(control) => (
            <input
              {...control}
              value={hostVersion}
              onChange={(event) => setHostVersion(event.target.value)}
            />
          )}
        </Field>
        <Field label="Platform">
          {(control) => (
            <select
              {...control}
              value={platform}
              onChange={(event) => setPlatform(event.target.value as Platform)}
            >
              {PLATFORMS.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Install id, if known" problem={shown.installId}>
          {(control) => (
            <input
              {...control}
              value={installId}
              onChange={(event) => setInstallId(event.target.value)}
            />
          )}
        </Field>
        <Field label="Its cohorts, if any" problem={shown.cohorts}>
          {(control) => (
            <input
              {...control}
              placeholder="qa, staff"
              value={cohorts}
              onChange={(event) => setCohorts(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit">Explain</Button>
      </form>
      {asked && <Choice asked={asked} />}
    </Panel>
  );
}

function Choice({ asked }: { asked: Asked }) {
  const { client } = useServices();
  const { appId, query } = asked;
  const choice = useQuery({
    queryKey: keyOf(asked),
    queryFn: ({ signal }) => client.explainChoice(appId, query, { signal }),
  });
  return (
    <Loaded query={choice} what="the choice">
      {({ version, suspended, verdicts }) => {
        const shares =
          query.installId === undefined
            ? possibleVersions(verdicts, query.cohorts?.split(','))
            : [{ version, percent: 100 }];
        return (
          <>
            <p role="status">
              {suspended ? (
                'Nobody can open it: it is suspended.'
              ) : (
                <Answer appId={appId} shares={shares} />
              )}
            </p>
            {verdicts.length === 0 ? (
              <Empty title="No version of it is released" />
            ) : (
              <Table
                label="Every released version, and why or why not"
                rows={verdicts}
                keyOf={(verdict) => verdict.version}
                columns={[
                  { name: 'Version', cell: (verdict) => verdict.version },
                  {
                    name: 'Share',
                    number: true,
                    cell: (verdict) => formatPercent(verdict.percentage),
                  },
                  {
                    name: 'Why',
                    cell: (verdict) => {
                      const share = shares.find((each) => each.version === verdict.version);
                      if (suspended || !share) return verdictWords(verdict);
                      return (
                        <Badge tone="ok">
                          {share.percent === 100
                            ? verdictWords(verdict)
                            : partWords(verdict, share)}
                        </Badge>
                      );
                    },
                  },
                ]}
              />
            )}
          </>
        );
      }}
    </Loaded>
  );
}

/** Who gets a version that some installs get: of them all, and of those whose cohorts are not known. */
function partWords({ cohorts }: VersionVerdict, { percent }: VersionShare): string {
  const part = `For ${formatPercent(percent)} of the installs`;
  return cohorts.length === 0 ? part : `${part}, and for those in ${cohortWords(cohorts)}`;
}

/** What it would get; where that depends on an install id that is not known, everything that it can be. */
function Answer({ appId, shares }: { appId: string; shares: readonly VersionShare[] }) {
  return (
    <>
      It would get{' '}
      {shares.map(({ version, percent }, index) => (
        <Fragment key={version ?? ''}>
          {index > 0 && (index === shares.length - 1 ? ' or ' : ', ')}
          {version === undefined ? (
            'no version'
          ) : (
            <Link href={hrefOf('version', { appId, version })}>{version}</Link>
          )}
          {shares.length > 1 && ` (${formatPercent(percent)} of the installs)`}
        </Fragment>
      ))}
      {shares.length > 1 && ', depending on its install id'}.
    </>
  );
}
