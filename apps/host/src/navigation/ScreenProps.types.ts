import type { NativeStackScreenProps } from '@react-navigation/native-stack';

import type { ScreenName, Screens } from '../links/routes.ts';

/** What a screen of the host is given. */
export type ScreenProps<Name extends ScreenName> = NativeStackScreenProps<Screens, Name>;
