/** The part of yazl that the tests use; the package comes without types. */
declare module 'yazl' {
  interface EntryOptions {
    mtime?: Date;
    mode?: number;
    compress?: boolean;
    forceDosTimestamp?: boolean;
    forceZip64Format?: boolean;
  }

  export class ZipFile {
    readonly outputStream: NodeJS.ReadableStream;
    addBuffer(content: Buffer, path: string, options?: EntryOptions): void;
    addReadStream(content: NodeJS.ReadableStream, path: string, options?: EntryOptions): void;
    addEmptyDirectory(path: string, options?: EntryOptions): void;
    end(options?: { comment?: string; forceZip64Format?: boolean }): void;
  }
}
