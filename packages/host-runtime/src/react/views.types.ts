import type { ComponentType } from 'react';

import type { OpenFailure } from '../OpenFailure.types.ts';

/** The props of every view around a mini-app. */
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
  /** Shown if the host is too old: `failure.requiredHostVersion` is the required version. */
  UpdateApp: ComponentType<FailureViewProps>;
  Suspended: ComponentType<FailureViewProps>;
}
