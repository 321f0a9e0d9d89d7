import type { CoverageFigures } from '@eyrie/domain';
import { formatFigure } from '@eyrie/phrases/format';
import type { Language } from '../../platform/http/endpoint.ts';
import { drawingOf, type DrawingBlock } from './report-coverage-drawing.ts';

type Words = (id: string, values?: Record<string, string | number>) => string;
type Line = { kind: 'note' | 'text'; text: string };
type Table = { kind: 'table'; caption: string; head: string[]; rows: string[][] };

/** Square metres in a hectare. */
const hectare = 10_000;

const wordsOf = (words: Words, language: Language) => {
  const area = (metres: number | null): string =>
    metres === null
      ? '–'
      : words('inspectionReport.hectares', { value: formatFigure(metres / hectare, language) });
  const share = (promised: number | null, seen: number | null): string =>
    promised === null || seen === null || promised <= 0
      ? '–'
      : formatFigure(seen / promised, language, 'percent');
  return { area, share };
};

/** What a row says beside its figures: why there are none, and which photos count for nothing. */
const remarksOf = (words: Words, route: CoverageFigures['routes'][number]): string =>
  [
    ...(route.fault ? [words(`inspectionReport.coverageFault.${route.fault}`)] : []),
    ...(route.fault === null && !route.terrain ? [words('inspectionReport.coverageLevel')] : []),
    ...route.unused.map(({ reason, count }) => words(`inspectionReport.unusedPhoto.${reason}`, { count })),
  ].join('; ');

const drawings = (
  words: Words,
  routes: CoverageFigures['routes'],
  { area, share }: ReturnType<typeof wordsOf>,
): DrawingBlock[] =>
  routes.flatMap(({ oid, name, promised, seen, ground, gaps }) => {
    if (gaps.length === 0) return [];
    const said = words('inspectionReport.coverageDrawn', {
      route: name,
      share: share(promised, seen),
      missed: area((promised ?? 0) - (seen ?? 0)),
    });
    const caption = [said, words('inspectionReport.coverageLegend')];
    return drawingOf({ ground, gaps }, { name: `coverage-${oid}`, alt: said, caption }) ?? [];
  });

/** Coverage promised against seen, with its definition, what was not compared, and the gaps drawn. */
export function coverageBlocks(
  words: Words,
  language: Language,
  coverage: CoverageFigures | undefined,
): (Line | Table | DrawingBlock)[] {
  if (!coverage) return [{ kind: 'note', text: words('inspectionReport.coverageNever') }];
  const said = wordsOf(words, language);
  const { area, share } = said;
  const { promised, seen, routes, rest } = coverage;
  if (routes.length === 0) return [];
  return [
    {
      kind: 'text',
      text: words('inspectionReport.coverageSays', {
        promised: area(promised),
        seen: area(seen),
        share: share(promised, seen),
      }),
    },
    { kind: 'note', text: words('inspectionReport.coverageMeans') },
    {
      kind: 'table',
      caption: words('inspectionReport.coverage'),
      head: ['route', 'promised', 'seen', 'share', 'photos', 'remarks'].map((name) =>
        words(`inspectionReport.coverage.${name}`),
      ),
      rows: routes.map((route) => [
        route.name,
        area(route.promised),
        area(route.seen),
        share(route.promised, route.seen),
        formatFigure(route.used, language),
        remarksOf(words, route),
      ]),
    },
    ...(rest > 0
      ? [{ kind: 'note' as const, text: words('inspectionReport.coverageRest', { count: rest }) }]
      : []),
    ...drawings(words, routes, said),
  ];
}
