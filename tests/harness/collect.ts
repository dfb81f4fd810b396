/** Everything a stream gives, as a list. */
export async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of stream) all.push(value);
  return all;
}
