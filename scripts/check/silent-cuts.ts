/** A field that takes no more than so many characters cuts what is pasted into it, and nobody is told. */
import type { Source } from './sources.ts';

const cutting = /\bmaxLength=/gu;

export const silentCutFaults = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^(?:apps\/console|packages\/ui)\/src\/.*\.tsx$/u.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(cutting)].map(
        () =>
          `${path}: maxLength cuts in silence; count the characters (count={{ show: true, max }}) instead`,
      ),
    );
