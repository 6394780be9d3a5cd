import type { NativeModule } from './nativeModules.ts';

/** Android's back button: JavaScript is asked first, and gives it back where nothing takes it. */
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
    /** Presses it, and tells whether something took it. */
    press(): boolean {
      wasTaken = true;
      emit('hardwareBackPress', {});
      return wasTaken;
    },
  };
}
