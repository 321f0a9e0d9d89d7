/**
 * Stories that do the same on page after page do the dear half of it on some of them, the same ones in every run; the
 * proof `languages` lets them do it on all.
 * @param share on one page of so many
 */
export const storyPages = <T>(all: readonly T[], share: number): readonly T[] =>
  process.env['EYRIE_STORY_PAGES'] === 'all' ? all : all.filter((_, at) => at % share === 0);
