import { type ReactNode, useEffect, useState } from 'react';

import { useStore } from '../../common/useStore.ts';
import { explainError } from '../../errors/explainError.ts';
import type { Preview } from '../../preview/openPreview.ts';
import { useServices } from '../../services/ServicesContext.ts';
import { Button } from '../Button.tsx';
import { Loading } from '../Loading.tsx';
import { Notice } from '../Notice.tsx';
import { Panel } from '../Panel.tsx';
import layout from '../layout.module.css';
import styles from './review.module.css';

/** The version itself, opened as a host opens it, when the reviewer wants that. */
export function PreviewPanel({ appId, version }: { appId: string; version: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="Try it"
      actions={
        <Button onClick={() => setOpen(!isOpen)}>{isOpen ? 'Close' : `Open ${version}`}</Button>
      }
    >
      <p className={layout.muted}>
        It runs as in a host, in a frame without an origin, with nobody signed in. What it stores is
        gone afterwards; what it sends to its own path is real.
      </p>
      {isOpen && <PreviewScreen appId={appId} version={version} />}
    </Panel>
  );
}

type Opened = { preview: Preview } | { problem: string } | undefined;

function PreviewScreen({ appId, version }: { appId: string; version: string }) {
  const { client } = useServices();
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const ending = new AbortController();
    let preview: Preview | undefined;
    const { signal } = ending;
    const open = async () => {
      const [{ openPreview }, record, { path }] = await Promise.all([
        import('../../preview/openPreview.ts'),
        client.getVersion(appId, version, { signal }),
        client.getMiniProgram(appId, { signal }),
      ]);
      if (signal.aborted) return;
      preview = openPreview(client, record, path);
      setOpened({ preview });
    };
    open().catch((error: unknown) => {
      if (!signal.aborted) setOpened({ problem: explainError(error).text });
    });
    return () => {
      ending.abort();
      preview?.close();
    };
  }, [client, appId, version]);
  if (!opened) return <Loading what="the mini-app" />;
  if ('problem' in opened) return <Problem>{opened.problem}</Problem>;
  return <Shown preview={opened.preview} />;
}

function Shown({ preview: { view } }: { preview: Preview }) {
  const state = useStore(view.state);
  if (state.phase === 'loading') return <Loading what="the mini-app" />;
  if (state.phase === 'failed') return <Problem>{state.failure.message}</Problem>;
  if (state.phase === 'closed') return null;
  const { Component } = state.content;
  return (
    <div className={styles.screen}>
      <Component
        onRendered={() => view.rendered()}
        onCrash={(error: unknown) => view.crashed(error)}
      />
    </div>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <Notice tone="bad" live title="It does not run">
      {children}
    </Notice>
  );
}
