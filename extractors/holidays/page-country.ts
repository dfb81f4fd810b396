// Which country a page is about, by its title: "Public holidays in Kenya", "Kenya", "Kenyan holidays", "Feiertage in Kenia".
import {
  countryByCode,
  countryByDemonym,
  countryByInflection,
  countryByName,
  type Country,
} from '../countries/countries.js';

const HOLIDAY_TITLE =
  /(?<!\p{L})(?:holidays?|observances|festivals|days off|feiertage?|fêtes|jours fériés|festivos|feriados|fiestas|festività|feestdagen|helgdagar|праздники|свята)(?!\p{L})/iu;

const DECLINED = /^(?:ru|uk|be|pl|cs|sk|sr|hr|bs|sl|mk|bg|lt|lv|et|fi|hu|tr|el|ro)$/;
const PREPOSITION = /^(?:in|of|en|de|du|des|au|aux|del|della|degli|di|do|da|em|i|w|we|в|во|у|à|van|für)$/iu;

/**
 * The country a page about holidays, or about a country, is for.
 * @param title - title of the page
 * @param lang - language of the page
 * @param code - ISO alpha-2 code if known; it wins over the title
 * @returns the country, `undefined` for pages about no single one
 */
export function pageCountry(title: string, lang: string, code?: string): Country | undefined {
  if (code !== undefined) return countryByCode(code);
  const bare = title.replace(/\s*\([^()]*\)$/, '').trim();
  const whole = countryByName(bare, lang) ?? countryByName(title, lang);
  if (whole !== undefined) return whole;
  if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(bare) && !bare.includes(' ')) {
    // Scripts without spaces: the country is the longest beginning that is one.
    const letters = [...bare];
    for (let i = letters.length - 1; i > 1; i -= 1) {
      const start = countryByName(letters.slice(0, i).join(''), lang);
      if (start !== undefined) return start;
    }
    return undefined;
  }
  const words = bare.split(/\s+/);
  const listed = HOLIDAY_TITLE.test(bare);
  // The country is what is left after the words that are not it: try the longest end first, then the longest beginning.
  for (let i = 1; i < words.length; i += 1) {
    if (!listed && !PREPOSITION.test(words[i - 1] ?? '')) continue;
    const end = countryByName(
      words
        .slice(i)
        .join(' ')
        .replace(/^l['’]|^d['’]/i, ''),
      lang,
    );
    if (end !== undefined) return end;
    const inflected = DECLINED.test(lang) ? countryByInflection(words[i] ?? '', lang) : undefined;
    if (inflected !== undefined) return inflected;
  }
  if (!listed) return undefined;
  for (let i = words.length - 1; i > 0; i -= 1) {
    const start = words
      .slice(0, i)
      .join(' ')
      .replace(/['’]s$/, '');
    const found = countryByName(start, lang) ?? countryByDemonym(start);
    if (found !== undefined) return found;
  }
  return undefined;
}
