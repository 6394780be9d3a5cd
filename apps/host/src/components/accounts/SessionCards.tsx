import type { SessionRecord } from '@host/contracts';
import { Button, Card, ErrorState, ListItem, Spinner, Text, useToast } from '@host/kit';
import { useHostLanguage, useMessages } from '@host/kit/messages';
import { useState } from 'react';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { useLoaded } from '../../common/useLoaded.ts';
import { deviceNameOf } from '../../session/deviceNameOf.ts';
import { formatMoment } from '../../text/formatMoment.ts';
import { accountProblem } from './accountProblems.ts';
import { ACCOUNTS } from '../../messages/accounts.ts';

/** The signed-in person's sessions: this one, and the others with buttons to end them. */
export function SessionCards() {
  const { security } = useServices();
  const t = useMessages(ACCOUNTS);
  const { value: sessions, error, reload } = useLoaded(security.listSessions);
  const { ending, end } = useEnding(reload);
  if (error) return <ErrorState message={t('sessionsFailed')} onRetry={reload} />;
  if (!sessions) return <Spinner />;
  const others = sessions.filter(({ current }) => !current);
  return (
    <>
      <Card padded={false}>
        {sessions
          .filter(({ current }) => current)
          .map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
      </Card>
      {others.length === 0 ? (
        <Text muted>{t('nowhereElse')}</Text>
      ) : (
        <>
          <View role="list" aria-label={t('otherSessions')}>
            <Card padded={false}>
              {others.map((session) => (
                <View role="listitem" key={session.id}>
                  <SessionRow
                    session={session}
                    isEnding={ending === session.id}
                    onEnd={() =>
                      void end(session.id, async () => {
                        await security.endSession(session.id);
                        return t('deviceSignedOut', { device: deviceNameOf(session.userAgent, t) });
                      })
                    }
                  />
                </View>
              ))}
            </Card>
          </View>
          <Button
            title={t('signOutElsewhere')}
            variant="secondary"
            loading={ending === 'others'}
            onPress={() =>
              void end('others', async () => {
                await security.endOtherSessions();
                return t('signedOutElsewhere');
              })
            }
          />
        </>
      )}
    </>
  );
}

interface SessionRowProps {
  session: SessionRecord;
  isEnding?: boolean;
  onEnd?: () => void;
}

function SessionRow({ session, isEnding = false, onEnd }: SessionRowProps) {
  const t = useMessages(ACCOUNTS);
  const locale = useHostLanguage()?.locale;
  const device = deviceNameOf(session.userAgent, t);
  const since = formatMoment(session.createdAt, locale);
  const last = formatMoment(session.lastUsedAt, locale);
  return (
    <ListItem
      title={device}
      subtitle={session.current ? t('thisSession', { since }) : t('otherSession', { since, last })}
      trailing={
        onEnd ? (
          <Button
            title={t('signOut')}
            variant="plain"
            accessibilityHint={t('endsSession', { device })}
            loading={isEnding}
            onPress={onEnd}
          />
        ) : undefined
      }
    />
  );
}

/** Ends sessions one at a time, reports the result, and reloads the list. */
function useEnding(onEnded: () => void) {
  const toast = useToast();
  const t = useMessages(ACCOUNTS);
  const [ending, setEnding] = useState<string>();
  const end = async (which: string, work: () => Promise<string>) => {
    if (ending !== undefined) return;
    setEnding(which);
    try {
      toast.show(await work());
      onEnded();
    } catch (error) {
      toast.show(t(...accountProblem(error)), { tone: 'danger' });
    }
    setEnding(undefined);
  };
  return { ending, end };
}
