import type { organisation as source } from '../zh-CN/organisation.ts';
import type { Translation } from '../words.ts';

export const organisation: Translation<typeof source> = {
  'organisation.title': 'Organisation',
};
