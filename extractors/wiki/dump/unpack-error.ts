import { FatalError } from '../../../schemas/errors.js';

/** What went wrong while a packed file was unpacked, and how far it got. */
export interface UnpackFailure {
  readonly path: string;
  /** `gzip` or `bzip2`. */
  readonly packing: string;
  /** The data end too early, or they are damaged. */
  readonly kind: 'truncated' | 'corrupt';
  /** Bytes given out before the failure. */
  readonly unpackedBytes: number;
  /** Size of the packed file in bytes. */
  readonly fileBytes: number;
  readonly cause: unknown;
}

/**
 * The error for a packed file that cannot be unpacked to its end.
 * @param failure - what happened and how far the reading got
 * @returns FatalError `dump-truncated` or `dump-invalid`
 */
export function unpackError(failure: UnpackFailure): FatalError {
  const { path, packing, kind, unpackedBytes, fileBytes, cause } = failure;
  const reached = `after ${unpackedBytes} unpacked bytes (the file has ${fileBytes} packed ones)`;
  const said = cause instanceof Error ? cause.message : String(cause);
  if (kind === 'truncated') {
    return new FatalError('dump-truncated', `${path}: the ${packing} data end too early, ${reached}`, {
      cause,
      hint: 'Download the file again, and compare its size or checksum with that of the server.',
    });
  }
  return new FatalError('dump-invalid', `${path}: the ${packing} data are damaged, ${reached}: ${said}`, {
    cause,
    hint: `Test the file with \`${packing} -t\` and download it again.`,
  });
}
