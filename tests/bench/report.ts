/** Prints one measurement. */
export function report(what: string, value: string): void {
  console.log(`${what.padEnd(72)} ${value}`);
}

/** Runs something and gives seconds with its result. */
export async function timed<T>(run: () => Promise<T> | T): Promise<{ readonly seconds: number; readonly result: T }> {
  const start = process.hrtime.bigint();
  const result = await run();
  return { seconds: Number(process.hrtime.bigint() - start) / 1e9, result };
}
