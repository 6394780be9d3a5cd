import { useMessages } from '@host/kit/messages';

import { RUNTIME } from '../common/runtimeMessages.ts';
import type { OpenFailure } from '../OpenFailure.types.ts';

/**
 * Why a mini-app cannot be shown, in the language of the host.
 *
 * @example
 * const Failed = ({ failure }: FailureViewProps) => <Text>{useFailureMessage(failure)}</Text>;
 */
export function useFailureMessage({ code }: Pick<OpenFailure, 'code'>): string {
  return useMessages(RUNTIME)(`failure.${code}`);
}
