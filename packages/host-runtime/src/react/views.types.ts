import type { ComponentType } from 'react';

import type { OpenFailure } from '../OpenFailure.types.ts';

/** What every view around a mini-app is told. */
interface ViewProps {
  appId: string;
  onClose?: (() => void) | undefined;
}

export interface LoadingViewProps extends ViewProps {
  /** From 0 to 1. */
  progress: number;
}

export interface FailureViewProps extends ViewProps {
  failure: OpenFailure;
  onRetry: () => void;
}

/** What is shown in place of a mini-app while it is loading or cannot be shown. Each view can be replaced. */
export interface MiniAppViews {
  Loading: ComponentType<LoadingViewProps>;
  Failed: ComponentType<FailureViewProps>;
  /** The host is too old: `failure.requiredHostVersion` says what it takes. */
  UpdateApp: ComponentType<FailureViewProps>;
  Suspended: ComponentType<FailureViewProps>;
}
