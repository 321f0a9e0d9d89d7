import { reportSteps, type ReportStep } from '@eyrie/domain';
import { dropLarge, keepLarge, keptLarge } from '../../platform/large-storage.ts';

/** What was typed for a step and not kept by the server. */
export interface TypedText {
  text: string;
  /** Of the report when its writer began. */
  version: number;
  /** What stood on the server then. */
  base: string;
  /** When it was typed, epoch ms by this machine. */
  at: number;
}

/** Where somebody was in a report. */
interface ReportPlace {
  step: ReportStep;
  /** Pixels from the top, by step. */
  scroll: Readonly<Record<number, number>>;
}

const textName = (oid: string, step: ReportStep): string => `report.${oid}.${step}`;
const placeName = (oid: string): string => `report.${oid}.place`;

/** Of this window: what was typed is there at once after a visit to another page, without being offered. */
const texts = new Map<string, TypedText>();
const places = new Map<string, ReportPlace>();
const here = (owner: string, name: string): string => `${owner}/${name}`;

/** At sign-out: whoever signs in next in this window finds nothing of it. What the browser keeps goes with the session. */
export const forgetReports = (): void => {
  texts.clear();
  places.clear();
};

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const textOf = (value: unknown): TypedText | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { text, version, base, at } = value as Partial<Record<keyof TypedText, unknown>>;
  return typeof text === 'string' && typeof base === 'string' && isNumber(version) && isNumber(at)
    ? { text, version, base, at }
    : null;
};

const placeOf = (value: unknown): ReportPlace | null => {
  if (typeof value !== 'object' || value === null) return null;
  const { step, scroll } = value as { step?: unknown; scroll?: unknown };
  const found = reportSteps.find((one) => one === step);
  if (found === undefined) return null;
  const pairs = typeof scroll === 'object' && scroll !== null ? Object.entries(scroll) : [];
  return { step: found, scroll: Object.fromEntries(pairs.filter(([, top]) => isNumber(top))) };
};

/** What was typed in this window; null: nothing. */
export const typedHere = (owner: string, oid: string, step: ReportStep): TypedText | null =>
  texts.get(here(owner, textName(oid, step))) ?? null;

/** Whether nothing was typed after a text was sent: a step can be left and opened again before the server answers. */
export const isNewest = (owner: string, oid: string, step: ReportStep, { text }: TypedText): boolean =>
  (typedHere(owner, oid, step)?.text ?? text) === text;

/** What was typed before this window was opened; null: nothing, or this browser keeps nothing. */
export const typedBefore = async (owner: string, oid: string, step: ReportStep): Promise<TypedText | null> =>
  textOf(await keptLarge(owner, textName(oid, step)));

/** Null: the server has it, or it was thrown away. */
export const keepTyped = async (
  owner: string,
  { oid, step }: { oid: string; step: ReportStep },
  typed: TypedText | null,
): Promise<void> => {
  const name = textName(oid, step);
  if (typed) {
    texts.set(here(owner, name), typed);
    await keepLarge(owner, name, typed);
  } else {
    texts.delete(here(owner, name));
    await dropLarge(owner, name);
  }
};

/** Where the member was in this window; null: they were not in it. */
export const placeHere = (owner: string, oid: string): ReportPlace | null =>
  places.get(here(owner, placeName(oid))) ?? null;

export const placeBefore = async (owner: string, oid: string): Promise<ReportPlace | null> => {
  const place = placeOf(await keptLarge(owner, placeName(oid)));
  // What happened here while it was read is newer.
  if (place && !placeHere(owner, oid)) places.set(here(owner, placeName(oid)), place);
  return placeHere(owner, oid);
};

/** Recorded in this window with each move; the browser keeps it when the step is left. */
export const recordPlace = (owner: string, oid: string, step: ReportStep, top: number): void => {
  const scroll = { ...placeHere(owner, oid)?.scroll, [step]: top };
  places.set(here(owner, placeName(oid)), { step, scroll });
};
export const keepPlace = async (owner: string, oid: string): Promise<void> => {
  const place = placeHere(owner, oid);
  if (place) await keepLarge(owner, placeName(oid), place);
};
