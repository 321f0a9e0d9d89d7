import { randomInt } from 'node:crypto';

const groups = ['abcdefghijkmnopqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '@$#!%^*?&'] as const;
const LENGTH = 20;

const pick = (from: string): string => from[randomInt(from.length)] ?? '';

/** A random password of the strong form, about 120 bits, without characters that look alike. */
export function randomPassword(): string {
  const all = groups.join('');
  const signs = [...groups.map(pick), ...Array.from({ length: LENGTH - groups.length }, () => pick(all))];
  for (let at = signs.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [signs[at], signs[other]] = [signs[other] ?? '', signs[at] ?? ''];
  }
  return signs.join('');
}
