import { overlapOf } from './defect.ts';
import type { Box, PictureSize } from './detection.ts';

export const trainingFormats = ['coco', 'yolo'] as const;
export type TrainingFormat = (typeof trainingFormats)[number];

/** A box that a person reviewed, in pixels of a picture of the size beside it. */
export interface ReviewedBox {
  detectionOID: string;
  class: string;
  verdict: 'confirmed' | 'falseAlarm';
  box: Box;
  picture: PictureSize;
}

/** A picture with what is on it; without a box it shows what is none. */
export interface TrainingPicture {
  /** Name of its file in the export. */
  file: string;
  /** As people know it. */
  name: string;
  size: PictureSize;
  boxes: readonly { class: string; box: Box }[];
}

/** Two boxes of a class are of one thing from this share of what both cover. */
const sameFrom = 0.5;

/** A box of a picture of another size, such as one that a detector was given smaller. */
const scaled = ({ box, picture }: ReviewedBox, size: PictureSize): Box => {
  const [x, y] = [size.width / picture.width, size.height / picture.height];
  return { x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y };
};

/**
 * What people say is on a picture. Of one thing that several runs found, and people confirmed in each, one box: that of the first of
 * them. Boxes of one run are all kept: a person looked at them side by side.
 */
export function boxesOfPicture(
  reviewed: readonly ReviewedBox[],
): Pick<TrainingPicture, 'size' | 'boxes'> | null {
  const [first] = reviewed;
  if (!first) return null;
  const size = first.picture;
  const kept: { run: string; class: string; box: Box }[] = [];
  for (const one of reviewed) {
    if (one.verdict !== 'confirmed') continue;
    const box = scaled(one, size);
    const isKnown = kept.some(
      (other) =>
        other.run !== one.detectionOID && other.class === one.class && overlapOf(other.box, box) >= sameFrom,
    );
    if (!isKnown) kept.push({ run: one.detectionOID, class: one.class, box });
  }
  return { size, boxes: kept.map(({ class: name, box }) => ({ class: name, box })) };
}

/** Classes in the order of their numbers: the same whatever the order of the pictures. */
export const classesOfPictures = (pictures: readonly TrainingPicture[]): string[] =>
  [...new Set(pictures.flatMap(({ boxes }) => boxes.map((one) => one.class)))].toSorted((a, b) =>
    a < b ? -1 : 1,
  );

/** Hundredths of a pixel. */
const cents = (value: number): number => Math.round(value * 100) / 100;

export interface TrainingFacts {
  description: string;
  /** Of which months the set is. */
  period: string;
  /** Pictures that were left out, because something on them was not reviewed. */
  leftOut: number;
}

/** The set as COCO has it: numbers from 1, boxes from the upper left corner in pixels. */
export function cocoOf(pictures: readonly TrainingPicture[], facts: TrainingFacts) {
  const classes = classesOfPictures(pictures);
  const numbers = new Map(classes.map((name, index) => [name, index + 1]));
  const annotations = pictures.flatMap(({ boxes }, index) =>
    boxes.map(({ class: name, box }) => ({ image_id: index + 1, name, box })),
  );
  return {
    info: { description: facts.description, period: facts.period, left_out: facts.leftOut },
    licenses: [],
    categories: classes.map((name, index) => ({ id: index + 1, name, supercategory: '' })),
    images: pictures.map(({ file, name, size }, index) => ({
      id: index + 1,
      file_name: file,
      ...size,
      original_name: name,
    })),
    annotations: annotations.map(({ image_id, name, box }, index) => ({
      id: index + 1,
      image_id,
      category_id: numbers.get(name) ?? 0,
      bbox: [box.x, box.y, box.width, box.height].map(cents),
      area: cents(box.width * box.height),
      iscrowd: 0,
    })),
  };
}

/** A name on a line of its own. */
const onOneLine = (name: string): string => name.replaceAll(/\s+/g, ' ').trim() || '_';

/** The classes as YOLO has them: one on each line, numbered from 0. */
export const yoloClasses = (classes: readonly string[]): string =>
  classes.map((name) => `${onOneLine(name)}\n`).join('');

const within = (share: number): string => Math.min(1, Math.max(0, share)).toFixed(6);

/** The boxes of a picture as YOLO has them: class, centre and size, as shares of the picture. Empty: there is nothing on it. */
export const yoloLabels = ({ size, boxes }: TrainingPicture, classes: readonly string[]): string => {
  const numbers = new Map(classes.map((name, index) => [name, index]));
  return boxes
    .map(({ class: name, box }) => {
      const shares = [
        (box.x + box.width / 2) / size.width,
        (box.y + box.height / 2) / size.height,
        box.width / size.width,
        box.height / size.height,
      ];
      return `${numbers.get(name) ?? 0} ${shares.map(within).join(' ')}\n`;
    })
    .join('');
};

/** The name of a picture in the set: by its oid, so that no name of a device is a path or a formula. */
export const trainingFile = (mediaOID: string, name: string): string =>
  `${mediaOID}${/\.(?:jpe?g|png|webp|tiff?|bmp|heic)$/i.exec(name)?.[0].toLowerCase() ?? ''}`;
