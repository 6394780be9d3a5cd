import type { SessionRecord } from '@host/contracts';
import { Button, Card, ErrorState, ListItem, Spinner, Text, useToast } from '@host/kit';
import { useState } from 'react';
import { View } from 'react-native';

import { useServices } from '../../services/AppServicesContext.ts';
import { ServerError } from '../../common/ServerError.ts';
import { useLoaded } from '../../common/useLoaded.ts';
import { deviceNameOf } from '../../session/deviceNameOf.ts';
import { accountProblem } from './accountProblems.ts';

/** The sessions of whoever is signed in: this one, the others, and how to end those. */
export function SessionCards() {
  const { security } = useServices();
  const { value: sessions, error, reload } = useLoaded(security.listSessions);
  const { ending, end } = useEnding(reload);
  if (error) return <ErrorState message="Your sessions could not be loaded." onRetry={reload} />;
  if (!sessions) return <Spinner label="Loading" />;
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
        <Text muted>You are signed in nowhere else.</Text>
      ) : (
        <>
          <View role="list" aria-label="Other sessions">
            <Card padded={false}>
              {others.map((session) => (
                <View role="listitem" key={session.id}>
                  <SessionRow
                    session={session}
                    isEnding={ending === session.id}
                    onEnd={() =>
                      void end(session.id, async () => {
                        await security.endSession(session.id);
                        return `${deviceNameOf(session.userAgent)} is signed out.`;
                      })
                    }
                  />
                </View>
              ))}
            </Card>
          </View>
          <Button
            title="Sign out everywhere else"
            variant="secondary"
            loading={ending === 'others'}
            onPress={() =>
              void end('others', async () => {
                await security.endOtherSessions();
                return 'You are signed out everywhere else.';
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
  const name = deviceNameOf(session.userAgent);
  const since = `Signed in ${formatTime(session.createdAt)}`;
  return (
    <ListItem
      title={name}
      subtitle={
        session.current
          ? `This one. ${since}`
          : `${since}, last used ${formatTime(session.lastUsedAt)}`
      }
      trailing={
        onEnd ? (
          <Button
            title="Sign out"
            variant="plain"
            accessibilityHint={`Ends the session of ${name}`}
            loading={isEnding}
            onPress={onEnd}
          />
        ) : undefined
      }
    />
  );
}

/** Ends sessions one at a time, says how it went, and has the list read again. */
function useEnding(onEnded: () => void) {
  const toast = useToast();
  const [ending, setEnding] = useState<string>();
  const end = async (which: string, work: () => Promise<string>) => {
    if (ending !== undefined) return;
    setEnding(which);
    try {
      toast.show(await work());
      onEnded();
    } catch (error) {
      const text = error instanceof ServerError ? accountProblem(error) : String(error);
      toast.show(text, { tone: 'danger' });
    }
    setEnding(undefined);
  };
  return { ending, end };
}

function formatTime(time: string): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
