import {
  alarmReasonName,
  classNameOf,
  figureChanges,
  findingsIn,
  fullNames,
  nameIn,
  nameLanguageOf,
  type FindingCounts,
  type MeasureUnit,
  type NamedFigures,
  type Names,
  type ReportFigures,
  type ReportText,
} from '@eyrie/domain';
import { formatFigure } from '@eyrie/phrases/format';
import type { Language } from '../../platform/http/endpoint.ts';
import { say } from '../../platform/http/words.ts';
import { coverageBlocks } from './report-coverage-blocks.ts';
import type { DrawingBlock } from './report-coverage-drawing.ts';
import {
  letterheadBlocks,
  plainColours,
  type Colours,
  type Letterhead,
  type LetterheadBlock,
} from './report-letterhead.ts';
import { allPictures, type PictureBlock, type PictureState, type ReportPicture } from './report-pictures.ts';

/** What a file is made of: everything that its report held when it was asked for. */
export interface ReportContent {
  name: string;
  month: string;
  groupName: string;
  state: 'draft' | 'approved';
  approvedBy: string | null;
  madeAt: number;
  texts: Readonly<Record<ReportText, string>>;
  figures: ReportFigures;
  before: NamedFigures | null;
  /** Photos with what was confirmed on them; missing: asked for by a server before this one. */
  pictures?: readonly ReportPicture[];
  /** Photos that are not among them. */
  morePictures?: number;
  /** What AI types are called, by their codes; missing: asked for by a server before this one. */
  classNames?: Readonly<Record<string, Names>>;
  /** Whose it is; missing: asked for by a server before this one. */
  letterhead?: Letterhead;
}

export type Block =
  | { kind: 'title' | 'heading' | 'text' | 'note'; text: string }
  | { kind: 'table'; caption: string; head: readonly string[]; rows: readonly (readonly string[])[] }
  | LetterheadBlock
  | PictureBlock
  | DrawingBlock;

export const titleOf = (blocks: readonly Block[]): string =>
  blocks.flatMap((block) => (block.kind === 'title' ? [block.text] : []))[0] ?? '';

/** Colours of a file: those of its organisation, or plain ones. */
export const coloursOf = (blocks: readonly Block[]): Colours =>
  blocks.find((block) => block.kind === 'letterhead')?.colours ?? plainColours;

/** Marks that turn a whole line around; those that keep a value apart stay. */
const still = (text: string): string => text.replaceAll(/[\u202a-\u202e]/gu, '');
const stillBlock = (block: Block): Block => {
  if (block.kind === 'picture') return block;
  if (block.kind === 'letterhead') return { ...block, name: still(block.name) };
  if (block.kind === 'drawing') return { ...block, alt: still(block.alt), caption: block.caption.map(still) };
  if (block.kind !== 'table') return { ...block, text: still(block.text) };
  return { ...block, rows: block.rows.map((row) => row.map(still)) };
};

/** To a tenth, as they are written. */
const hectares = (metres: number): number => Math.round(metres / 1_000) / 10;

/** Every figure by its name, for the comparison of two looks at a month. */
export const namedFigures = ({ flights, findings, orders, coverage }: ReportFigures): NamedFigures => ({
  ...Object.fromEntries(flights.measures.map(({ measure, total }) => [`measure.${measure}`, total])),
  'findings.confirmed': findings.total.confirmed,
  'findings.falseAlarm': findings.total.falseAlarm,
  'findings.unaudited': findings.total.unaudited,
  'orders.total': orders.total.total,
  'orders.done': orders.total.done,
  'orders.ignored': orders.total.ignored,
  'orders.open': orders.total.open,
  ...(coverage
    ? {
        'coverage.promisedHectares': hectares(coverage.promised),
        'coverage.seenHectares': hectares(coverage.seen),
      }
    : {}),
});

/** Whether neither a flight nor a finding nor an order belongs to the month. */
export const isEmpty = ({
  flights,
  findings,
  orders,
}: Pick<ReportFigures, 'flights' | 'findings' | 'orders'>) =>
  flights.measures.every(({ total }) => !total) &&
  findingsIn(findings.total) === 0 &&
  orders.total.total === 0;

const wordsIn = (language: Language, classNames: Readonly<Record<string, Names>> = {}) => {
  const words = (id: string, values: Record<string, string | number> = {}): string =>
    say(language, id, values);
  const number = (value: number): string => formatFigure(value, language);
  const figure = (value: number | null, unit: MeasureUnit = 'count'): string => {
    if (value === null) return '–';
    if (unit === 'share') return formatFigure(value, language, 'percent');
    if (unit === 'second') return words('inspectionReport.hours', { value: number(value / 3_600) });
    if (unit === 'metre') return words('inspectionReport.kilometres', { value: number(value / 1_000) });
    return number(value);
  };
  const names = new Map(
    Object.entries(classNames).map(([code, named]) => [
      code,
      nameIn(fullNames(named), nameLanguageOf(language)).name,
    ]),
  );
  const className = (name: string): string =>
    classNameOf(name, { names, other: words('detection.class.other') });
  return { words, figure, language, className };
};
type Words = ReturnType<typeof wordsIn>;

/** A table whose last columns say the month, the month before and the same month a year before. */
const compared = ({ words }: Words, caption: string, rows: readonly (readonly string[])[]): Block => ({
  kind: 'table',
  caption,
  head: ['figure', 'thisMonth', 'lastMonth', 'lastYear'].map((name) => words(`inspectionReport.${name}`)),
  rows,
});

const findingNames = ['confirmed', 'falseAlarm', 'unaudited'] as const;

function flightBlocks(w: Words, { flights }: ReportFigures): Block[] {
  const { words, figure } = w;
  return [
    compared(
      w,
      words('inspectionReport.step.2'),
      flights.measures.map(({ measure, unit, total, previous, yearBefore }) => [
        words(`statistics.measure.${measure}`),
        figure(total, unit),
        figure(previous, unit),
        figure(yearBefore, unit),
      ]),
    ),
    {
      kind: 'table',
      caption: words('inspectionReport.outcomes'),
      head: [words('inspectionReport.outcome'), words('statistics.measure.flights')],
      rows: flights.outcomes.map(({ part, value }) => [words(`statistics.part.${part}`), figure(value)]),
    },
  ];
}

const findingHead = ({ words }: Words, first: string): string[] => [
  first,
  ...findingNames.map((name) => words(`inspectionReport.${name}`)),
];
const findingCells = ({ figure }: Words, counts: FindingCounts): string[] =>
  findingNames.map((name) => figure(counts[name]));

function findingBlocks(w: Words, { findings }: ReportFigures): Block[] {
  const { words, figure, className } = w;
  const { total, previous, yearBefore, classes, runs, rest } = findings;
  const restRow = findingsIn(rest) === 0 ? [] : [[words('inspectionReport.rest'), ...findingCells(w, rest)]];
  return [
    compared(
      w,
      words('inspectionReport.step.3'),
      findingNames.map((name) => [
        words(`inspectionReport.${name}`),
        figure(total[name]),
        figure(previous[name]),
        figure(yearBefore[name]),
      ]),
    ),
    {
      kind: 'table',
      caption: words('inspectionReport.byClass'),
      head: findingHead(w, words('inspectionReport.class')),
      rows: classes.map((row) => [className(row.class), ...findingCells(w, row)]),
    },
    {
      kind: 'table',
      caption: words('inspectionReport.byRun'),
      head: findingHead(w, words('inspectionReport.run')),
      rows: [...runs.map((row) => [row.name, ...findingCells(w, row)]), ...restRow],
    },
  ];
}

function falseAlarmBlocks(
  { words, figure, language, className }: Words,
  { falseAlarms }: ReportFigures,
): Block[] {
  const { reasons, rest } = falseAlarms;
  return [
    {
      kind: 'table',
      caption: words('inspectionReport.step.4'),
      head: [
        words('inspectionReport.class'),
        words('inspectionReport.reason'),
        words('inspectionReport.count'),
      ],
      rows: [
        ...reasons.map(({ class: name, count, ...reason }) => [
          className(name),
          alarmReasonName(reason, language) || words('inspectionReport.noReason'),
          figure(count),
        ]),
        ...(rest === 0 ? [] : [['', words('inspectionReport.rest'), figure(rest)]]),
      ],
    },
  ];
}

function orderBlocks(w: Words, { orders }: ReportFigures): Block[] {
  const { words, figure, className } = w;
  const { total, previous, yearBefore, list, rest, meanTime } = orders;
  const names = ['total', 'done', 'ignored', 'open'] as const;
  return [
    compared(
      w,
      words('inspectionReport.step.5'),
      names.map((name) => [
        words(`inspectionReport.orders.${name}`),
        figure(total[name]),
        figure(previous[name]),
        figure(yearBefore[name]),
      ]),
    ),
    ...(meanTime === null
      ? []
      : [
          {
            kind: 'text' as const,
            text: words('inspectionReport.meanTime', { time: figure(meanTime / 1_000, 'second') }),
          },
        ]),
    {
      kind: 'table',
      caption: words('inspectionReport.orderList'),
      head: ['name', 'class', 'state'].map((name) => words(`workOrder.${name}`)),
      rows: [
        ...list.map((row) => [row.name, className(row.class), words(`workOrder.state.${row.state}`)]),
        ...(rest === 0 ? [] : [[words('inspectionReport.rest'), '', figure(rest)]]),
      ],
    },
  ];
}

/** A figure's name for people. */
const figureWords = ({ words }: Words, figure: string): string =>
  figure.startsWith('measure.')
    ? words(`statistics.${figure}`)
    : figure.startsWith('findings.')
      ? words(`inspectionReport.${figure.slice('findings.'.length)}`)
      : words(`inspectionReport.${figure}`);

function changeBlocks(w: Words, { figures, before }: ReportContent): Block[] {
  if (!before) return [];
  const { words, figure } = w;
  const changes = figureChanges(before, namedFigures(figures));
  if (changes.length === 0) return [{ kind: 'note', text: words('inspectionReport.noChanges') }];
  const unitOf = (name: string): MeasureUnit =>
    figures.flights.measures.find(({ measure }) => `measure.${measure}` === name)?.unit ?? 'count';
  return [
    {
      kind: 'table',
      caption: words('inspectionReport.changes'),
      head: ['figure', 'before', 'now'].map((name) => words(`inspectionReport.${name}`)),
      rows: changes.map(({ figure: name, from, to }) => [
        figureWords(w, name),
        figure(from, unitOf(name)),
        figure(to, unitOf(name)),
      ]),
    },
  ];
}

const written = (text: string): Block[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ kind: 'text', text: line }));

/**
 * What a report says, in the order in which it is read; every format is made of this.
 * @param states what became of the photos, by their oid
 * @param logo what became of the logo; null: there is none
 */
export function reportBlocks(
  content: ReportContent,
  language: Language,
  states: ReadonlyMap<string, PictureState> = new Map(),
  logo: PictureState | null = null,
): Block[] {
  const w = wordsIn(language, content.classNames);
  const { words } = w;
  const { texts, figures, name, month, groupName, state, approvedBy } = content;
  const pictures = { pictures: content.pictures ?? [], more: content.morePictures ?? 0 };
  const tables: readonly [ReportText, Block[]][] = [
    ['flights', [...flightBlocks(w, figures), ...coverageBlocks(words, language, figures.coverage)]],
    ['findings', [...findingBlocks(w, figures), ...allPictures(w, pictures, states)]],
    ['falseAlarms', falseAlarmBlocks(w, figures)],
    ['orders', orderBlocks(w, figures)],
  ];
  const blocks: Block[] = [
    ...letterheadBlocks(w, content.letterhead, logo),
    { kind: 'title', text: name },
    { kind: 'text', text: words('inspectionReport.of', { month, department: groupName }) },
    {
      kind: 'text',
      text: words('inspectionReport.span', { from: figures.from, to: figures.to, zone: figures.timeZone }),
    },
    {
      kind: 'note',
      text: words(`inspectionReport.says.${state}`, {
        time: `${new Date(content.madeAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        by: approvedBy ?? '',
      }),
    },
    ...(isEmpty(figures) ? [{ kind: 'note' as const, text: words('inspectionReport.empty') }] : []),
    ...written(texts.intro),
    ...tables.flatMap(([text, shown], index): Block[] => [
      { kind: 'heading', text: words(`inspectionReport.step.${index + 2}`) },
      ...written(texts[text]),
      ...shown.filter((block) => block.kind !== 'table' || block.rows.length > 0),
    ]),
    { kind: 'heading', text: words('inspectionReport.step.6') },
    ...written(texts.conclusion),
    ...changeBlocks(w, content),
  ];
  return blocks.map(stillBlock);
}
