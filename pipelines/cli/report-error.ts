import { FolkwaysError, PrerequisiteError } from '../../schemas/errors.js';
import { StoppedError } from '../engine/stop.js';

const STOPPED = {
  stopped: 'Stopped.',
  requests: 'The number of requests given with --max-requests is used up.',
  minutes: 'The time given with --max-minutes is used up.',
} as const;

/**
 * An error in the words a user can act on. Only what nobody foresaw shows a stack.
 * @param error - what was thrown
 * @param json - one JSON object in place of text
 * @returns lines for standard error
 */
export function describeError(error: unknown, json: boolean): string {
  if (error instanceof StoppedError) {
    const message = `${STOPPED[error.reason]} What was finished is kept; run the same command to go on.`;
    return json ? JSON.stringify({ error: { code: 'stopped', message } }) : message;
  }
  if (error instanceof FolkwaysError) {
    const { code, message, hint } = error;
    if (json) return JSON.stringify({ error: { code, message, hint } });
    const cause = error instanceof PrerequisiteError ? undefined : causeOf(error);
    return [`folkways: ${message} [${code}]`, cause && `  because: ${cause}`, hint && `  ${hint}`]
      .filter(Boolean)
      .join('\n');
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (json) return JSON.stringify({ error: { code: 'internal', message: text } });
  return `folkways: something went wrong that should not [internal]\n${text}`;
}

function causeOf(error: FolkwaysError): string | undefined {
  return error.cause instanceof Error ? error.cause.message : undefined;
}
