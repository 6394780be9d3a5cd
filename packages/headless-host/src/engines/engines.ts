import type { Engine, EngineName } from './Engine.types.ts';
import { hermesEngine } from './hermes/hermesEngine.ts';
import { v8Engine } from './v8/v8Engine.ts';

export const engines: Record<EngineName, Engine> = { v8: v8Engine, hermes: hermesEngine };
