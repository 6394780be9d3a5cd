import type { DeviceInfo, HostUser, LocalNotificationOptions } from '@host/contracts';
import { describe, expectTypeOf, it } from 'vitest';

import type * as sdk from '../index.ts';

describe('the types of the SDK', () => {
  it('useHostAuth gives a person where somebody is known, and functions that promise', () => {
    type Auth = ReturnType<typeof sdk.useHostAuth>;
    expectTypeOf<Extract<Auth, { isAuthenticated: true }>['user']>().toEqualTypeOf<HostUser>();
    expectTypeOf<Extract<Auth, { isAuthenticated: false }>['user']>().toEqualTypeOf<null>();
    expectTypeOf<Auth['status']>().toEqualTypeOf<
      'signed-out' | 'not-asked' | 'declined' | 'granted'
    >();
    expectTypeOf<Auth['requestLogin']>().toEqualTypeOf<() => Promise<void>>();
    expectTypeOf<Auth['getToken']>().toEqualTypeOf<() => Promise<string>>();
  });

  it('useHostDevice and useHostPush give what the interface says', () => {
    expectTypeOf<ReturnType<typeof sdk.useHostDevice>>().toEqualTypeOf<{
      deviceInfo: DeviceInfo;
    }>();
    expectTypeOf<ReturnType<typeof sdk.useHostPush>>().toEqualTypeOf<{
      hasPermission: boolean;
      requestPermission: () => Promise<boolean>;
    }>();
  });

  it('storage and api resolve to what the caller says, and to unknown otherwise', () => {
    expectTypeOf<typeof sdk.storage.set>().parameters.toEqualTypeOf<[string, unknown]>();
    expectTypeOf<typeof sdk.storage.get<number>>().returns.resolves.toEqualTypeOf<
      number | undefined
    >();
    expectTypeOf<typeof sdk.api.get<sdk.Item[]>>().returns.resolves.toEqualTypeOf<sdk.Item[]>();
    expectTypeOf<typeof sdk.api.get>().parameters.toEqualTypeOf<[string]>();
  });

  it('push takes the options of a local notification and gives the id that cancels it', () => {
    expectTypeOf<typeof sdk.push.scheduleNotification>().toEqualTypeOf<
      (options: LocalNotificationOptions) => Promise<string>
    >();
  });

  it('useLifecycle tells the phase and the params', () => {
    expectTypeOf<ReturnType<typeof sdk.useLifecycle>['phase']>().toEqualTypeOf<
      'launched' | 'shown' | 'hidden' | 'error' | 'unloaded'
    >();
  });

  it('useLocale tells the language and the way it is written, useMessages takes keys of the catalogs', () => {
    expectTypeOf<ReturnType<typeof sdk.useLocale>>().toEqualTypeOf<sdk.LocaleInfo>();
    expectTypeOf<sdk.LocaleInfo['direction']>().toEqualTypeOf<'ltr' | 'rtl'>();
    expectTypeOf<ReturnType<typeof sdk.useMessages<'hello'>>>()
      .parameter(0)
      .toEqualTypeOf<'hello'>();
  });

  it('canIUse knows the names that exist, and takes those of other versions', () => {
    expectTypeOf<'storage.info' | 'useHostAuth' | 'openLink'>().toExtend<sdk.Capability>();
    expectTypeOf<typeof sdk.canIUse>().parameter(0).toExtend<string>();
  });
});
