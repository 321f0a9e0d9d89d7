/**
 * Long stories that differ in nothing but their words are told in the last of their languages, which reads from right to
 * left; the proof `languages` tells them in all.
 */
export const storyLanguages = <T>(all: readonly T[]): readonly T[] =>
  process.env['EYRIE_STORY_LANGUAGES'] === 'all' ? all : all.slice(-1);
