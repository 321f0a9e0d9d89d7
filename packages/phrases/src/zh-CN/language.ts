/** Names of the languages, each in itself. */
export const language = {
  'language.zh-CN': '中文',
  'language.en': 'English',
  'language.ar': 'العربية',
} as const;
