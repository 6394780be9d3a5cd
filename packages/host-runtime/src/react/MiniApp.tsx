import { useEffect, useState, useSyncExternalStore } from 'react';
import { View } from 'react-native';

import type { OpenMiniApp, OpenState, Params } from '../Host.types.ts';
import { useHostContext } from './HostProvider.tsx';
import type { MiniAppViews } from './views.types.ts';

export interface MiniAppProps {
  appId: string;
  /** The parameters that it is opened with; later changes are ignored. */
  params?: Params;
  /** Whether it is in front; false while another screen covers it. */
  isVisible?: boolean;
  /** Passed to the views that are shown instead of it. */
  onClose?: () => void;
  /** Called at every change, for titles and the like. */
  onStateChange?: (state: OpenState) => void;
}

/**
 * A mini-app on the screen: loading, failed with a retry button, or running.
 *
 * @example
 * <MiniApp appId="com.acme.orders" params={{ orderId: '7' }} onClose={() => navigation.goBack()} />
 */
export function MiniApp({ appId, params, isVisible = true, onClose, onStateChange }: MiniAppProps) {
  const { host, views } = useHostContext();
  const [view, setView] = useState<OpenMiniApp>();

  useEffect(() => {
    const opened = host.open(appId, params);
    setView(opened);
    return () => opened.close();
    // Changed params do not reopen it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [host, appId]);

  useEffect(() => view?.setVisible(isVisible), [view, isVisible]);

  useEffect(() => {
    if (!view || !onStateChange) return undefined;
    const tell = () => onStateChange(view.state.get());
    tell();
    return view.state.subscribe(tell);
  }, [view, onStateChange]);

  if (!view) return <views.Loading appId={appId} progress={0} onClose={onClose} />;
  return <Shown view={view} views={views} onClose={onClose} />;
}

interface ShownProps {
  view: OpenMiniApp;
  views: MiniAppViews;
  onClose: (() => void) | undefined;
}

function Shown({ view, views, onClose }: ShownProps) {
  const { appId } = view;
  const state = useSyncExternalStore(view.state.subscribe, view.state.get, view.state.get);
  const [callbacks] = useState(() => ({
    onRendered: () => view.rendered(),
    onCrash: (error: unknown) => view.crashed(error),
  }));

  if (state.phase === 'loading') {
    return <views.Loading appId={appId} progress={state.progress} onClose={onClose} />;
  }
  if (state.phase === 'failed') {
    const { failure } = state;
    const Failure = failureView(views, failure.code);
    return (
      <Failure appId={appId} failure={failure} onRetry={() => view.retry()} onClose={onClose} />
    );
  }
  if (state.phase === 'closed') return null;
  const { Component } = state.content;
  return (
    <View style={{ flex: 1 }}>
      <Component {...callbacks} />
    </View>
  );
}

function failureView(views: MiniAppViews, code: string) {
  if (code === 'host-too-old') return views.UpdateApp;
  return code === 'suspended' ? views.Suspended : views.Failed;
}
