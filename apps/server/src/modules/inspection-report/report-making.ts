import {
  blockingKinds,
  reportFigures,
  type Names,
  type ReportFigures,
  type ReportFormat,
  type ReportRecord,
} from '@eyrie/domain';
import type { Language } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { reading, type Scope } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { reportList } from './inspection-report.list.store.ts';
import {
  classNamesIn,
  insertFile,
  keepFigures,
  keptFigures,
  shownOfNewest,
} from './inspection-report.store.ts';
import type { CountCoverage } from './report-coverage.ts';
import { isEmpty, namedFigures, type ReportContent } from './report-document.ts';
import { figuresOf, missingOf, picturesOf, type AskedMonth } from './report-figures.store.ts';
import type { Letterhead } from './report-letterhead.ts';
import type { ReportPicture } from './report-pictures.ts';

export interface MakingDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  timeZoneOf(groupRoot: string): Promise<string>;
  coverage: CountCoverage;
  /** Whose files these are. */
  letterheadOf(groupRoot: string): Promise<Letterhead>;
}
type MadeReport = Omit<ReportRecord, 'allowed' | 'createdBy' | 'createdAt'>;
interface FileOrder {
  format: ReportFormat;
  language: Language;
  memberOID: string;
}

export const askedBy =
  (timeZoneOf: MakingDeps['timeZoneOf']) =>
  async ({
    groupRoot,
    groupOID,
    month,
  }: Pick<MadeReport, 'groupRoot' | 'groupOID' | 'month'>): Promise<AskedMonth> => ({
    scope: { groupRoot, groupOID },
    month,
    timeZone: await timeZoneOf(groupRoot),
  });

/** Figures that were kept: written by this server, or by one before it. */
export const kept = (value: unknown): ReportFigures | null => {
  const found = reportFigures.safeParse(value);
  return found.success ? found.data : null;
};

/** What was found of a month for a file. */
interface Counted {
  figures: ReportFigures;
  before: ReportFigures | null;
  pictures: readonly ReportPicture[];
  morePictures: number;
  /** Undefined: approved by a server before this one. */
  letterhead: Letterhead | undefined;
}

/** What an approved report shows: look and photos of the file as which it was approved. */
const shownKept = async (
  trx: DbOrTrx,
  oid: string,
): Promise<Pick<Counted, 'pictures' | 'morePictures' | 'letterhead'>> => {
  const { pictures, more, letterhead } = (await shownOfNewest(trx, oid)) ?? {};
  return {
    pictures: Array.isArray(pictures) ? (pictures as ReportPicture[]) : [],
    morePictures: typeof more === 'number' ? more : 0,
    letterhead: (letterhead as Letterhead | null | undefined) ?? undefined,
  };
};

/** When a file is made, epoch ms, and what classes are called then. */
interface Named {
  at: number;
  classNames: Readonly<Record<string, Names>>;
}

const contentOf = (
  report: MadeReport,
  { figures, before, pictures, morePictures, letterhead, at, classNames }: Counted & Named,
): ReportContent => {
  const { name, month, groupName, state, approvedBy } = report;
  const { intro, flights, findings, falseAlarms, orders, conclusion } = report;
  return {
    name,
    month,
    groupName,
    state,
    approvedBy,
    madeAt: at,
    texts: { intro, flights, findings, falseAlarms, orders, conclusion },
    figures,
    before: before && namedFigures(before),
    pictures,
    morePictures,
    classNames,
    ...(letterhead ? { letterhead } : {}),
  };
};

/**
 * Keeps the figures of a report that is locked, and has a file made of it in the background.
 * @throws Refusal `reportUnhandled` as long as something of its month is not handled
 */
export function createFileMaking({ runtime, timeZoneOf, coverage, letterheadOf }: MakingDeps) {
  const { db, newOid } = runtime;
  const askedOf = askedBy(timeZoneOf);
  const countedFor = async (trx: DbOrTrx, report: MadeReport, at: number): Promise<Counted> => {
    const stored = await keptFigures(trx, report.oid);
    const last = kept(stored?.figures);
    if (report.state === 'approved') {
      if (!last) throw new Error('an approved report without figures');
      return { figures: last, before: kept(stored?.before), ...(await shownKept(trx, report.oid)) };
    }
    const asked = await askedOf(report);
    const blocking = (await missingOf(db, asked, at)).filter(({ kind }) => blockingKinds.has(kind));
    if (blocking.length > 0) throw new Refusal('reportUnhandled', { data: { missing: blocking } });
    const figures = { ...(await figuresOf(db, asked)), coverage: await coverage(asked) };
    await keepFigures(trx, report.oid, { figures, before: last, at: new Date(at) });
    const { pictures, more: morePictures } = await picturesOf(db, asked);
    const letterhead = await letterheadOf(report.groupRoot);
    return { figures, before: last, pictures, morePictures, letterhead };
  };
  return async (
    trx: DbOrTrx,
    report: MadeReport,
    { format, language, memberOID }: FileOrder,
  ): Promise<{ fileOID: string; isEmpty: boolean }> => {
    const at = Math.round(runtime.serverTime());
    const fileOID = newOid();
    const made = await countedFor(trx, report, at);
    const classNames = await classNamesIn(trx, report.groupRoot);
    await insertFile(trx, {
      oid: fileOID,
      groupRoot: report.groupRoot,
      reportOID: report.oid,
      reportVersion: report.version ?? 0,
      format,
      language,
      content: contentOf(report, { ...made, at, classNames }),
      memberOID,
      at: new Date(at),
    });
    return { fileOID, isEmpty: isEmpty(made.figures) };
  };
}

/** The same without a person who asks: for what is made by itself. */
export type FileMaker = (
  trx: DbOrTrx,
  scope: Scope,
  reportOID: string,
  order: FileOrder,
) => Promise<{ fileOID: string; isEmpty: boolean }>;

export const createFileMaker = (deps: MakingDeps): FileMaker => {
  const make = createFileMaking(deps);
  const rows = reading(reportList);
  return async (trx, scope, reportOID, order) => {
    const caller = { ...scope, memberOID: order.memberOID, wholeOrganisation: false };
    const [report] = await rows.lock(trx, { caller }, [reportOID]);
    if (!report) throw new Error('the report is gone');
    return make(trx, report, order);
  };
};
