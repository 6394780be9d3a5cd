import type { NativeModule } from './nativeModules.ts';

/** Android's back button: JavaScript gets the event first, and passes it on if nothing handles it. */
export function createBackButton(emit: (event: string, args: unknown) => void) {
  let wasTaken = false;
  const modules: Record<string, NativeModule> = {
    DeviceEventManager: {
      invokeDefaultBackPressHandler() {
        wasTaken = false;
      },
    },
  };
  return {
    modules,
    /** Presses it, and returns whether something handled it. */
    press(): boolean {
      wasTaken = true;
      emit('hardwareBackPress', {});
      return wasTaken;
    },
  };
}
