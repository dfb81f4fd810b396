// Shows a running build: a live list of stages on a terminal (listr2), one plain line a stage elsewhere, both on standard error,
// so that standard output stays for results.
import { Listr } from 'listr2';
import type { BuildEvent, BuildListener } from '../engine/events.js';
import type { Recipe } from '../engine/recipe.js';

/** Shows the events of one build. */
export interface Progress {
  readonly listen: BuildListener;
  /** Ends the display; with an error it marks the stage that was running. */
  readonly end: (error?: unknown) => Promise<void>;
}

/**
 * A display for a build of a recipe.
 * @param recipe - its stages make the list
 * @param stream - where to write
 * @param quiet - show nothing, as with `--json`
 * @returns the display
 */
export function createProgress(recipe: Recipe, stream: NodeJS.WriteStream, quiet: boolean): Progress {
  if (quiet) return { listen: () => undefined, end: () => Promise.resolve() };
  return stream.isTTY ? liveProgress(recipe) : plainProgress(stream);
}

function plainProgress(stream: NodeJS.WriteStream): Progress {
  let started = Date.now();
  let shown = Date.now();
  return {
    listen(event) {
      if (event.type === 'stage-start') started = shown = Date.now();
      // Long stages say where they are now and then; short ones only how they ended.
      if (event.type === 'progress' && Date.now() - shown > 10_000) {
        shown = Date.now();
        stream.write(`${event.stage}: ${rate(event, started)}\n`);
      }
      if (event.type === 'stage-end') stream.write(`${event.stage}: ${summary(event)}\n`);
    },
    end: () => Promise.resolve(),
  };
}

function liveProgress(recipe: Recipe): Progress {
  type Handle = {
    done: () => void;
    fail: (error: Error) => void;
    say: (text: string) => void;
    title: (text: string) => void;
  };
  const handles: Handle[] = [];
  const waiting = recipe.stages.map((_, slot) => {
    let resolve!: () => void;
    let reject!: (error: Error) => void;
    const promise = new Promise<void>((ok, no) => ([resolve, reject] = [ok, no]));
    // The list awaits stages one after another; a failure before its turn must not count as unhandled.
    promise.catch(() => undefined);
    handles[slot] = { done: resolve, fail: reject, say: () => undefined, title: () => undefined };
    return promise;
  });
  const list = new Listr(
    recipe.stages.map(({ stage }, slot) => ({
      title: stage.name,
      task: (_context: unknown, task: { output: string; title: string }) => {
        handles[slot]!.say = (text) => (task.output = text);
        handles[slot]!.title = (text) => (task.title = text);
        return waiting[slot]!;
      },
    })),
    { rendererOptions: { collapseErrors: false, showErrorMessage: false }, exitOnError: true },
  );
  const running = list.run().catch(() => undefined);
  let current = 0;
  let started = Date.now();
  return {
    listen(event) {
      if (event.type === 'stage-start') [current, started] = [event.slot, Date.now()];
      if (event.type === 'progress') handles[current]!.say(rate(event, started));
      if (event.type !== 'stage-end') return;
      // The task of a quick stage may not have begun: give the list one turn to hand over its title.
      setImmediate(() => handles[event.slot]!.title(`${event.stage}: ${summary(event)}`));
      setImmediate(() => handles[event.slot]!.done());
    },
    async end(error) {
      if (error !== undefined) for (const handle of handles) handle.fail(new Error('stopped here'));
      await running;
    },
  };
}

function rate(event: BuildEvent & { type: 'progress' }, started: number): string {
  const seconds = Math.max(0.001, (Date.now() - started) / 1000);
  const perSecond = event.done / seconds;
  const pace = `${perSecond.toFixed(perSecond < 10 ? 1 : 0)}/s`;
  if (event.total === null) return `${event.done} pages, ${pace}`;
  return `${event.done} of ${event.total}, ${pace}, ${Math.ceil((event.total - event.done) / perSecond)} s to go`;
}

function summary(event: BuildEvent & { type: 'stage-end' }): string {
  const rejected = Object.values(event.rejected).reduce((sum, count) => sum + count, 0);
  const changed = event.changed === null ? '' : `, ${event.changed} new`;
  const remembered = event.ran === 0 ? ' (remembered)' : '';
  return `${event.outputs} out${changed}${rejected > 0 ? `, ${rejected} dropped` : ''}${remembered}`;
}
