/** The output of a native build system for an app's script. */
export interface BuiltApp {
  /** What ends up in the app: bytecode, and scripts that are loaded later. */
  folder: string;
  /** The script as it was bundled. */
  script: string;
  /** What Hermes compiled it to. */
  bytecode: string;
}
