/**
 * The identifier that Hugging Face wants in a card's header.
 * @param licence - a licence in words, such as `CC BY-SA 4.0`
 * @returns `cc-by-sa-4.0`
 */
export function licenceId(licence: string): string {
  return licence.toLowerCase().replace(/\s+/g, '-');
}
