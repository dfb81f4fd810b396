// Canonical JSON (RFC 8785) and the hashes built on it. Every identity in the store (records, fingerprints, snapshots, seeded
// choice) is a SHA-256 of this form, so that two machines agree on it to the byte.
import crypto from 'node:crypto';
import canonicalize from 'canonicalize';

/**
 * The RFC 8785 text of a JSON value.
 * @param value - any JSON value; `undefined` members of objects are left out
 * @returns the canonical text
 * @throws TypeError when the value holds something JSON cannot write (NaN, Infinity, a function at the top)
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('value has no JSON form');
  return text;
}

/**
 * SHA-256 of a text (UTF-8) or of bytes.
 * @param data - what to hash
 * @returns 64 hexadecimal digits
 */
export function sha256(data: string | Uint8Array): string {
  // In one call where Node has it (20.12): records are small, and making a hash object costs more than hashing them.
  return crypto.hash ? crypto.hash('sha256', data) : crypto.createHash('sha256').update(data).digest('hex');
}

/**
 * SHA-256 of a value's canonical JSON: the identity of a record or a configuration.
 * @param value - any JSON value
 * @returns 64 hexadecimal digits
 */
export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value));
}

/**
 * Compares two strings by Unicode code units, the same on every machine and locale.
 * @param a - left
 * @param b - right
 * @returns negative, zero or positive, as Array.prototype.sort wants it
 */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
