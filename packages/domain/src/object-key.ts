import { z } from 'zod';

/** Bytes of a text as it is stored. */
const bytesOf = (text: string): number => {
  let bytes = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return bytes;
};

/** Keys of stored files that are safe as addresses and cannot climb out of a prefix. */
export const isObjectKey = (key: string): boolean => {
  if (key === '' || key.length > 1024 || bytesOf(key) > 1024) return false;
  if (key.includes('\\') || !key.isWellFormed()) return false;
  for (const char of key) if (char < ' ' || char === '\u007f') return false;
  return key.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
};

/** The key of a stored file in a request. */
export const objectKey = z.string().max(1024).refine(isObjectKey);
