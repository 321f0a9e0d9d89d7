/** Code table. */
export const dictionary = {
  'dictionary.title': '码表管理',
} as const;
