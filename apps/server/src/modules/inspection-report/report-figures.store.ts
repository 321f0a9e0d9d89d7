import {
  daysOfMonth,
  findingTotals,
  fullNames,
  limits,
  monthLater,
  type MissingThing,
  type Month,
  type OrderState,
  type ReportFigures,
} from '@eyrie/domain';
import { sql } from 'kysely';
import type { Scope } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { confirmedPictures, falseAlarmReasons, findingRows, type Moments } from '../detection/index.ts';
import { figuresOfPeriod, measureNamesOf, notCounted } from '../statistics/index.ts';
import { ordersIn, standingOf } from '../work-order/index.ts';
import type { ReportPicture } from './report-pictures.ts';

type Db = Runtime['db'];
const { namedMost, reasonsMost, missingMost } = limits.inspectionReport;

/** Whose month: a department and those below it, on the clocks of the organisation. */
export interface AskedMonth {
  scope: Scope;
  month: Month;
  timeZone: string;
}
const earlier = (asked: AskedMonth, months: number): AskedMonth => ({
  ...asked,
  month: monthLater(asked.month, -months),
});

/** From the first midnight of a month to the first of the next, on the clocks of its zone. */
export const momentsOf = async (db: Db, { month, timeZone }: AskedMonth): Promise<Moments> => {
  const { rows } = await sql<Moments>`select
      ${`${month}-01`}::date::timestamp at time zone ${timeZone} as "from",
      ${`${monthLater(month, 1)}-01`}::date::timestamp at time zone ${timeZone} as "to"`.execute(db);
  const [moments] = rows;
  if (!moments) throw new Error('a month without moments');
  return moments;
};

const periodOf = (db: Db, { scope, month }: AskedMonth) =>
  figuresOfPeriod(db, { ...daysOfMonth(month), scope, groupOID: undefined });

export const flightsOf = async (db: Db, asked: AskedMonth): Promise<ReportFigures['flights']> => {
  const now = await periodOf(db, asked);
  const previous = await periodOf(db, earlier(asked, 1));
  const yearBefore = await periodOf(db, earlier(asked, 12));
  return {
    measures: [...now.measures].map(([name, total]) => ({
      ...measureNamesOf(name),
      total,
      previous: previous.measures.get(name) ?? null,
      yearBefore: yearBefore.measures.get(name) ?? null,
    })),
    outcomes: now.outcomes,
  };
};

const findingTotalsOf = async (db: Db, asked: AskedMonth) =>
  findingTotals(await findingRows(db, asked.scope, await momentsOf(db, asked)), namedMost);

export const findingsOf = async (db: Db, asked: AskedMonth): Promise<ReportFigures['findings']> => ({
  ...(await findingTotalsOf(db, asked)),
  previous: (await findingTotalsOf(db, earlier(asked, 1))).total,
  yearBefore: (await findingTotalsOf(db, earlier(asked, 12))).total,
});

export const falseAlarmsOf = async (db: Db, asked: AskedMonth): Promise<ReportFigures['falseAlarms']> => {
  const rows = await falseAlarmReasons(db, asked.scope, await momentsOf(db, asked));
  const sum = (some: typeof rows): number => some.reduce((all, { count }) => all + count, 0);
  const reasons = rows
    .slice(0, reasonsMost)
    .map((row) => ({ ...row, names: row.names && fullNames(row.names) }));
  return { total: sum(rows), reasons, rest: sum(rows.slice(reasonsMost)) };
};

const orderCounts = (states: readonly { state: OrderState; count: number }[]) => {
  const of = (state: OrderState): number => states.find((one) => one.state === state)?.count ?? 0;
  const total = states.reduce((all, { count }) => all + count, 0);
  const [done, ignored] = [of('done'), of('ignored')];
  return { total, done, ignored, open: total - done - ignored };
};
const standing = async (db: Db, asked: AskedMonth) => {
  const { from, to } = await momentsOf(db, asked);
  const span = { from: from.getTime(), to: to.getTime() };
  return { span, ...(await standingOf(db, asked.scope, span)) };
};

export const ordersOf = async (db: Db, asked: AskedMonth): Promise<ReportFigures['orders']> => {
  const { span, states, meanTime } = await standing(db, asked);
  const total = orderCounts(states);
  const list = await ordersIn(db, asked.scope, span, namedMost);
  return {
    total,
    previous: orderCounts((await standing(db, earlier(asked, 1))).states),
    yearBefore: orderCounts((await standing(db, earlier(asked, 12))).states),
    states,
    meanTime,
    list,
    rest: Math.max(0, total.total - list.length),
  };
};

export const figuresOf = async (db: Db, asked: AskedMonth): Promise<ReportFigures> => ({
  ...daysOfMonth(asked.month),
  timeZone: asked.timeZone,
  flights: await flightsOf(db, asked),
  findings: await findingsOf(db, asked),
  falseAlarms: await falseAlarmsOf(db, asked),
  orders: await ordersOf(db, asked),
});

/** The photos of a month on which something was confirmed, the oldest first. */
export const picturesOf = async (
  db: Db,
  asked: AskedMonth,
): Promise<{ pictures: ReportPicture[]; more: number }> => {
  const { picturesMost, boxesMost } = limits.inspectionReport;
  return confirmedPictures(db, asked.scope, await momentsOf(db, asked), { picturesMost, boxesMost });
};

/** What a month lacks at a moment; what blocks comes first. */
export const missingOf = async (db: Db, asked: AskedMonth, at: number): Promise<MissingThing[]> => {
  const moments = await momentsOf(db, asked);
  const rows = await findingRows(db, asked.scope, moments);
  const { total } = findingTotals(rows, 0);
  const open = [...new Map(rows.filter((row) => row.unaudited > 0).map(({ oid, name }) => [oid, name]))];
  const { states, span } = await standing(db, asked);
  const unhandled = orderCounts(states).open;
  const first = unhandled === 0 ? [] : await ordersIn(db, asked.scope, span, missingMost);
  const { pending, recounting } = await notCounted(db, asked.scope.groupRoot, asked.timeZone);
  const all: MissingThing[] = [
    {
      kind: 'unaudited',
      count: total.unaudited,
      blocks: true,
      first: open.slice(0, missingMost).map(([oid, name]) => ({ oid, name })),
    },
    {
      kind: 'unhandled',
      count: unhandled,
      blocks: true,
      first: first.slice(0, unhandled).map(({ oid, name }) => ({ oid, name })),
    },
    { kind: 'notCounted', count: pending + recounting, blocks: false, first: [] },
    { kind: 'monthRunning', count: at < moments.to.getTime() ? 1 : 0, blocks: false, first: [] },
  ];
  return all.filter(({ count }) => count > 0);
};
