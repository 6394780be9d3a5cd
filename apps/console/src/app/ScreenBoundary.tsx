import { Component, type ReactNode } from 'react';

import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';

/** Keeps the navigation there when a screen fails. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <Notice
        tone="bad"
        live
        title="This screen failed"
        action={<Button onClick={() => location.reload()}>Reload</Button>}
      >
        {/* A script that is gone: the console was updated meanwhile. */}
        {/ChunkLoad|Loading chunk|import/.test(`${error.name} ${error.message}`)
          ? 'A part of the console could not be loaded. It was perhaps updated meanwhile: reload it.'
          : error.message}
      </Notice>
    );
  }
}
