import { z } from 'zod';

/** A language of a wiki or a text: BCP 47 as Wikipedia's language prefixes write it (`en`, `zh-min-nan`). */
export const LanguageCode = z
  .string()
  .regex(/^[a-z]{2,12}(-[a-z0-9]{1,10})*$/i, 'a language code such as en or zh-min-nan');

/** A country: ISO 3166-1 alpha-2, upper case. */
export const CountryCode = z.string().regex(/^[A-Z]{2}$/, 'an ISO 3166-1 alpha-2 code such as KE');

/** A SHA-256 digest in lower-case hexadecimal, 64 characters. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256 digest in hexadecimal');

/** A day of the year without its year: `MM-DD`. */
export const MonthDay = z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'a day as MM-DD');

/** A stable lower-case name with hyphens: stage names, rejection reasons, error codes. */
export const Kebab = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a kebab-case name');

/** The six continents that CPopQA's country table uses. */
export const Continent = z.enum(['Africa', 'Asia', 'Europe', 'North America', 'South America', 'Oceania']);
/** One of the six continents. */
export type Continent = z.infer<typeof Continent>;
