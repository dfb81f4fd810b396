// Templates by name. Without the wiki's template pages a name is all there is, so the common ones are listed in data/templates.json or
// have a rule in template-rules.ts; of any other the last plain argument that holds words is kept, so that words are rather kept than lost.
import { readFileSync } from 'node:fs';
import type { TemplateCall } from './template-call.js';
import { TEMPLATE_RULES, patternRule } from './template-rules.js';

interface Known {
  readonly drop: readonly string[];
  readonly first: readonly string[];
  readonly second: readonly string[];
  readonly lines: readonly string[];
  readonly text: Readonly<Record<string, string>>;
}

const KNOWN = JSON.parse(readFileSync(new URL('../data/templates.json', import.meta.url), 'utf8')) as Known;
const drop = new Set(KNOWN.drop);
const first = new Set(KNOWN.first);
const second = new Set(KNOWN.second);
const listed = new Set(KNOWN.lines);
const MAX_DEPTH = 40;
/** So many braces that never close, and the rest of the text is left as it is: each costs a look at the whole rest. */
const MAX_UNCLOSED = 50;

/** Splits template arguments at bars outside links and templates. */
function splitArguments(text: string): readonly string[] {
  const parts: string[] = [];
  let current = '';
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const two = text.slice(i, i + 2);
    if (two === '[[' || two === '{{') depth += 1;
    if (two === ']]' || two === '}}') depth = Math.max(0, depth - 1);
    if (two === '[[' || two === '{{' || two === ']]' || two === '}}') {
      current += two;
      i += 1;
    } else if (text[i] === '|' && depth === 0) {
      parts.push(current);
      current = '';
    } else current += text.charAt(i);
  }
  return [...parts, current];
}

/** Index just past the braces that close those at `start`, or -1. */
function closing(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length - 1; i += 1) {
    if (text[i] === '{' && text[i + 1] === '{') {
      depth += 1;
      i += 1;
    } else if (text[i] === '}' && text[i + 1] === '}') {
      depth -= 1;
      i += 1;
      if (depth === 0) return i + 1;
    }
  }
  return -1;
}

function readCall(inner: string, expand: (text: string) => string): TemplateCall {
  const [name = '', ...rest] = splitArguments(inner);
  const positional: string[] = [];
  const named = new Map<string, string>();
  for (const argument of rest) {
    const equals = /^([^=<[{]*?)=([\s\S]*)$/.exec(argument);
    if (equals === null) positional.push(expand(argument));
    else {
      const key = (equals[1] ?? '').trim().toLowerCase();
      const value = expand(equals[2] ?? '').trim();
      if (/^\d+$/.test(key)) positional[Number(key) > 50 ? 50 : Number(key) - 1] = value;
      else named.set(key, value);
    }
  }
  const title = expand(name)
    .replace(/[_\s]+/g, ' ')
    .trim()
    .toLowerCase()
    .replace(/^(?:template|vorlage|шаблон|modèle|plantilla) ?: ?/, '');
  return { name: title, positional: Array.from(positional, (value) => value ?? ''), named };
}

function asLines(call: TemplateCall): string {
  const items = call.positional.filter((value) => value.trim() !== '');
  if (items.some((value) => /^\s*[*#]/m.test(value))) return `\n${items.join('\n').trim()}\n`;
  return items.map((value) => value.trim()).join('<br>');
}

function render(call: TemplateCall, onUnknown: (name: string) => void): string {
  const { name, positional } = call;
  const text = Object.hasOwn(KNOWN.text, name) ? KNOWN.text[name] : undefined;
  if (text !== undefined) return text;
  if (drop.has(name) || name === '') return '';
  const rule = TEMPLATE_RULES.get(name) ?? patternRule(name);
  if (rule !== undefined) return rule(call);
  if (listed.has(name)) return asLines(call);
  if (first.has(name)) return positional[0] ?? call.named.get('text') ?? '';
  if (second.has(name)) return positional[1] ?? positional[0] ?? '';
  // Parser functions and magic words decide on things that only the wiki knows.
  if (name.startsWith('#') || /^[a-z]+:/.test(name)) return '';
  onUnknown(name);
  return positional.findLast((value) => /\p{L}/u.test(value))?.trim() ?? '';
}

/**
 * Replaces every template call by what a reader would see of it.
 * @param text - wikitext without comments
 * @param onUnknown - told the lower-case name of each template that no rule covers
 * @returns wikitext without template calls; braces that are never closed stay as they are
 */
export function expandTemplates(text: string, onUnknown: (name: string) => void, depth = 0): string {
  if (!text.includes('{{') || depth > MAX_DEPTH) return text;
  let out = '';
  let at = 0;
  let unclosed = 0;
  for (;;) {
    const start = unclosed > MAX_UNCLOSED ? -1 : text.indexOf('{{', at);
    if (start < 0) return out + text.slice(at);
    const end = closing(text, start);
    if (end < 0) {
      out += text.slice(at, start + 2);
      at = start + 2;
      unclosed += 1;
      continue;
    }
    out += text.slice(at, start);
    const inner = text.slice(start + 2, end - 2);
    const parameter = /^\{([^{}|]*)(?:\|([\s\S]*))?$/.exec(inner);
    if (parameter !== null && text[end] === '}') {
      // A template's own parameter shows its default.
      out += expandTemplates(parameter[2] ?? '', onUnknown, depth + 1);
      at = end + 1;
    } else {
      out += render(
        readCall(inner, (part) => expandTemplates(part, onUnknown, depth + 1)),
        onUnknown,
      );
      at = end;
    }
  }
}
