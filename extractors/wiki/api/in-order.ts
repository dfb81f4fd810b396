/**
 * Runs work over batches with several in flight and gives the results in the order of the batches.
 * @param batches - read only as far ahead as `width` allows
 * @param width - how many may be in flight
 * @param work - what to do with a batch
 * @returns the results, in order; the first failure ends it
 */
export async function* inOrder<In, Out>(
  batches: AsyncIterable<In>,
  width: number,
  work: (batch: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const running: Promise<Out>[] = [];
  for await (const batch of batches) {
    const result = work(batch);
    // A later batch may fail while an earlier one is awaited; its failure is reported when its turn comes.
    result.catch(() => undefined);
    running.push(result);
    if (running.length >= width) yield await (running.shift() as Promise<Out>);
  }
  for (const result of running) yield await result;
}

/**
 * Cuts a stream of titles into batches of so many distinct ones.
 * @param titles - in order of asking
 * @param size - distinct titles in a batch, asked anew for each title
 * @returns the batches; equal titles in a row of one batch do not count twice
 */
export async function* batchesOf(
  titles: Iterable<string> | AsyncIterable<string>,
  size: () => number,
): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let distinct = new Set<string>();
  for await (const title of titles) {
    if (distinct.size >= size() && !distinct.has(title)) {
      yield batch;
      batch = [];
      distinct = new Set();
    }
    batch.push(title);
    distinct.add(title);
  }
  if (batch.length > 0) yield batch;
}
