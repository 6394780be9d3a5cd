// Before anything that makes ids: Hermes has no random numbers that are good enough.
// oxlint-disable-next-line import/no-unassigned-import
import 'react-native-get-random-values';

import { ScriptManager } from '@callstack/repack/client';
import { AppRegistry } from 'react-native';

import { completeAbortSignals } from './native/completeAbortSignals.ts';
import { findOwnChunks } from './native/findOwnChunks.ts';
import { Start } from './native/Start.tsx';
import { prepareNativePush } from './native/startNativePush.ts';

completeAbortSignals(globalThis);
findOwnChunks(ScriptManager.shared);
const startPush = prepareNativePush();
AppRegistry.registerComponent('host', () => () => <Start startPush={startPush} />);
