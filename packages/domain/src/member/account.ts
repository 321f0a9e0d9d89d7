import { limits } from '../limits.ts';

/**
 * An account name: letters and digits of any script, first one of these, then also `. _ - + @`. No signs that look
 * like nothing, so that two accounts never look the same for that.
 */
export const accountPattern = new RegExp(
  `^[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}._+@-]{1,${limits.member.accountMax - 1}}$`,
  'u',
);

/** Whether a new account may be called so. Case and composition of letters do not matter. */
export const isAccount = (value: string): boolean => accountPattern.test(value.normalize('NFC'));
