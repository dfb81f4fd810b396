declare module 'unbzip2-stream' {
  /** An old-style stream that works synchronously: `write` has emitted all `data` it can give when it returns. */
  interface Unbzip2Stream {
    on(event: 'data', listener: (chunk: Buffer) => void): this;
    on(event: 'error', listener: (error: Error) => void): this;
    write(chunk: Uint8Array): boolean;
    end(): void;
  }
  export default function unbzip2Stream(): Unbzip2Stream;
}
