export type { MiniAppManifest, MiniAppSource, NativePlatform } from './artifact/Artifact.types.ts';
export { ArtifactError } from './artifact/ArtifactError.ts';
export { checkShared } from './checks/checkShared.ts';
export { type StructureReport, checkStructure } from './checks/checkStructure.ts';
export { type SyntaxProblem, checkSyntax } from './checks/checkSyntax.ts';
export type { EngineName } from './engines/Engine.types.ts';
export { whyNoHermes } from './engines/hermes/hermesBinary.ts';
export { DEFAULT_LIMITS, type Limits } from './Limits.ts';
export { MiniAppError } from './render/MiniAppError.ts';
export {
  type HostBundleOptions,
  type HostScreen,
  openHostBundle,
} from './render/openHostBundle.ts';
export { type RenderOptions, render } from './render/render.ts';
export type { RenderedMiniApp } from './render/RenderedMiniApp.types.ts';
export type { Screen } from './render/Screen.types.ts';
export type {
  HostCall,
  LogLine,
  MiniAppState,
  RunError,
  RunErrorKind,
  RunReport,
  RunSummary,
  SideBySideReport,
} from './report/Report.types.ts';
export { type ReadableStack, Symbolicator } from './report/symbolicate.ts';
export {
  type HostAnswer,
  type HostRunOptions,
  type HostRunSummary,
  runHostBundle,
} from './scenario/runHostBundle.ts';
export { type ScenarioOptions, runScenario } from './scenario/runScenario.ts';
export { type SideBySideOptions, runSideBySide } from './scenario/runSideBySide.ts';
export type { CallMatch, HostStep, Step, TextMatch } from './scenario/Step.types.ts';
