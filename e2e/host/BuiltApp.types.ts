/** What a build system has made of the script of an app. */
export interface BuiltApp {
  /** What ends up in the app: bytecode, and scripts that are loaded later. */
  folder: string;
  /** The script as it was bundled. */
  script: string;
  /** What Hermes compiled it to. */
  bytecode: string;
}
