import {
  boxesOfPicture,
  classesOfPictures,
  cocoOf,
  type detectionCalls as calls,
  limits,
  monthLater,
  monthsFrom,
  resultLimits,
  trainingFile,
  yoloClasses,
  yoloLabels,
  type ParsedRequestOf,
  type TrainingPicture,
} from '@eyrie/domain';
import { plannedZip, textInZip } from '../../platform/archive/zip-answer.ts';
import type { StoredFile } from '../../platform/archive/zip-ranges.ts';
import type { BytesAnswer, CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import { filesByOid, storedFile, type StandingFile } from '../media/index.ts';
import { askedRuns, spanOfMonths, type QualityDeps } from './quality.ts';
import { begunPictures, trainingBoxes, type TrainingBox } from './training.store.ts';

const bound = limits.detection;
type Request = ParsedRequestOf<typeof calls.trainingSet>;

interface PictureInSet extends TrainingPicture {
  row: StandingFile;
}

/** Gigabytes with one place, as people compare them. */
const gigabytes = (bytes: number): number => Math.ceil(bytes / 1e8) / 10;

const tooLarge = (): Refusal =>
  new Refusal('trainingSetTooLarge', {
    values: { pictures: bound.trainingPictures, boxes: bound.trainingBoxes },
  });

const requireSize = (pictures: readonly PictureInSet[]): void => {
  const bytes = pictures.reduce((sum, { row }) => sum + Number(row.size), 0);
  const { zipBytes } = resultLimits;
  if (bytes > zipBytes)
    throw new Refusal('downloadTooLarge', { values: { size: gigabytes(bytes), max: gigabytes(zipBytes) } });
};

/** What the set holds beside its pictures. */
const textsOf = (
  pictures: readonly PictureInSet[],
  { format, period, leftOut, at }: { format: Request['format']; period: string; leftOut: number; at: Date },
): StoredFile[] => {
  if (format === 'coco') {
    const coco = cocoOf(pictures, { description: 'Boxes that people reviewed', period, leftOut });
    return [textInZip('annotations.json', `${JSON.stringify(coco)}\n`, at)];
  }
  const classes = classesOfPictures(pictures);
  return [
    textInZip('classes.txt', yoloClasses(classes), at),
    ...pictures.map((one) => textInZip(`${one.row.oid}.txt`, yoloLabels(one, classes), at, 'labels')),
  ];
};

/**
 * Reviewed boxes for training.
 * @param objects the store of the pictures; missing: a server without one exports nothing
 */
export const createTrainingSet = (deps: QualityDeps, objects: Objects | undefined) => {
  const { runtime, audit, timeZoneOf } = deps;
  const { db } = runtime;

  /** Boxes month by month, each in a statement of its own. @throws Refusal once there are more than one export holds */
  async function reviewed(request: Request, { caller }: CallContext) {
    const asked = await askedRuns(deps, request, caller);
    const timeZone = await timeZoneOf(caller.groupRoot);
    const boxes: TrainingBox[] = [];
    const begun = new Set<string>();
    for (const month of monthsFrom(request.from, request.months)) {
      const span = spanOfMonths(timeZone, month, 1);
      for (const box of await trainingBoxes(db, asked, span)) boxes.push(box);
      if (boxes.length > bound.trainingBoxes) throw tooLarge();
      for (const oid of await begunPictures(db, asked, span)) begun.add(oid);
    }
    return { boxes, begun };
  }

  return async (request: Request, context: CallContext): Promise<BytesAnswer> => {
    if (!objects) throw notFound();
    const { boxes, begun } = await reviewed(request, context);
    const byPicture = Map.groupBy(boxes, ({ mediaOID }) => mediaOID);
    if (byPicture.size > bound.trainingPictures) throw tooLarge();
    const files = await filesByOid(db, context.caller, [...byPicture.keys()]);
    const pictures = [...byPicture]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([oid, own]): PictureInSet[] => {
        const row = files.get(oid);
        const content = boxesOfPicture(own);
        if (!row || !content) return [];
        return [{ ...content, row, file: trainingFile(oid, row.name), name: row.name }];
      });
    if (pictures.length === 0) throw new Refusal('trainingSetEmpty');
    const { from, months, format, originals } = request;
    if (originals) requireSize(pictures);
    await audit.done(db, context, 'detection.exportBoxes', { ...request, count: pictures.length });
    // The same whenever it is asked for, until somebody reviews more: a range may be asked for later.
    const at = new Date(boxes.reduce((last, { reviewedAt }) => Math.max(last, reviewedAt.getTime()), 0));
    const period = `${from} – ${monthLater(from, months - 1)}`;
    const leftOut = [...begun].filter((oid) => !byPicture.has(oid)).length;
    const stored = originals
      ? pictures.map(({ row, file }) => ({ ...storedFile(objects)(row), name: file, folder: 'images' }))
      : [];
    const texts = textsOf(pictures, { format, period, leftOut, at });
    return plannedZip([...texts, ...stored], { name: `${format} ${period}`, ...context });
  };
};
