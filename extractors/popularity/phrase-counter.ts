import { isWord, tokens } from './tokens.js';

interface Node {
  readonly next: Map<string, Node>;
  /** Sets that have a phrase ending here. */
  ends: number[];
}

/** Counts many sets of phrases in one pass over a text. */
export interface PhraseCounter {
  /** Counts in one text; may be called many times. */
  readonly add: (text: string) => { readonly words: number; readonly counts: ReadonlyMap<number, number> };
}

/**
 * A counter over sets of phrases. The phrases of one set are names of one thing: an occurrence of "Christmas Day" counts once
 * for a set that has both "Christmas" and "Christmas Day". Sets do not influence each other, so a set's count does not depend on
 * which others are asked for with it.
 * @param sets - phrases by set; phrases without a word are ignored
 * @returns the counter
 */
export function createPhraseCounter(sets: readonly (readonly string[])[]): PhraseCounter {
  const root: Node = { next: new Map(), ends: [] };
  for (const [set, phrases] of sets.entries()) {
    for (const phrase of new Set(phrases)) {
      const words = tokens(phrase);
      if (!words.some(isWord)) continue;
      let node = root;
      for (const word of words) {
        let next = node.next.get(word);
        if (!next) node.next.set(word, (next = { next: new Map(), ends: [] }));
        node = next;
      }
      if (!node.ends.includes(set)) node.ends.push(set);
    }
  }

  return {
    add(text) {
      const stream = tokens(text);
      const counts = new Map<number, number>();
      const busyUntil = new Map<number, number>();
      let words = 0;
      for (let start = 0; start < stream.length; start += 1) {
        if (isWord(stream[start]!)) words += 1;
        const longest = new Map<number, number>();
        let node = root.next.get(stream[start]!);
        for (let end = start + 1; node; end += 1) {
          for (const set of node.ends) longest.set(set, end);
          node = end < stream.length ? node.next.get(stream[end]!) : undefined;
        }
        for (const [set, end] of longest) {
          if (start < (busyUntil.get(set) ?? 0)) continue;
          busyUntil.set(set, end);
          counts.set(set, (counts.get(set) ?? 0) + 1);
        }
      }
      return { words, counts };
    },
  };
}
