// Character references (`&amp;`, `&#39;`, `&#x27;`) as HTML 4 defines them; what is none of these stays as it was typed.
import { readFileSync } from 'node:fs';

const named = new Map(
  Object.entries(
    JSON.parse(readFileSync(new URL('./data/entities.json', import.meta.url), 'utf8')) as Readonly<
      Record<string, string>
    >,
  ),
);

/**
 * Replaces character references by their characters.
 * @param text - any text
 * @returns the text; a number that is no character becomes U+FFFD
 */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,9}));/g,
    (all, decimal, hex, name) => {
      if (typeof decimal === 'string') return character(Number.parseInt(decimal, 10));
      if (typeof hex === 'string') return character(Number.parseInt(hex, 16));
      return named.get(String(name)) ?? String(all);
    },
  );
}

function character(code: number): string {
  const control = code < 0x20 && code !== 0x9 && code !== 0xa && code !== 0xd;
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  return control || surrogate || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
}
