import { readFileSync } from 'node:fs';

const words: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split(/\s+/)
    .filter(Boolean),
);

/** Rows that fingers run along: digits, alphabet, keyboard rows and columns. */
const rows = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '147258369',
];
const runs: readonly string[] = rows.flatMap((row) => [row, [...row].toReversed().join('')]);
const RUN = 3;

/** Consists of nothing but runs of at least three: `qwe123`, `abcdef`, `98765asdfg`. */
function isRuns(text: string): boolean {
  // reachable[end]: the first `end` characters are runs. Without it an endless alphabet would be split in every way.
  const reachable = [true];
  for (let end = 1; end <= text.length; end += 1) {
    reachable[end] = false;
    for (let start = end - RUN; start >= 0 && !reachable[end]; start -= 1) {
      const piece = text.slice(start, end);
      reachable[end] = (reachable[start] ?? false) && runs.some((run) => run.includes(piece));
    }
  }
  return reachable[text.length] ?? false;
}

const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
const plain = (text: string): string => text.replaceAll(/[013457@$!]/g, (sign) => letters[sign] ?? sign);

/** At most this many digits and signs around a common word keep it common. */
const DECORATION = 5;

/** A common word or the account with a few digits or signs around it, or with digits for letters. */
function isDecorated(text: string, account: string): boolean {
  const core = text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  const forms = [core, plain(core), plain(text), plain(text.replace(/[\d_]+$/, ''))];
  const known = (form: string): boolean => form.length > 3 && (words.has(form) || form === account);
  return forms.some((form) => known(form) && text.length - form.length <= DECORATION);
}

const isDay = (text: string): boolean =>
  /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(text) ||
  /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(text);

/**
 * True for a password that a guesser tries early: on our list, the account's own name, a run of keys, a repeated
 * piece, a date, or a common word with a little around it.
 */
export function isCommonPassword(password: string, account: string): boolean {
  const text = password.toLowerCase();
  const name = account.toLowerCase();
  if (words.has(text) || text === name) return true;
  if (/^(.{1,4})\1+$/.test(text) || isDay(text)) return true;
  return isRuns(text) || isDecorated(text, name);
}
