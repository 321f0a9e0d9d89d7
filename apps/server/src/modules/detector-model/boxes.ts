import { limits, type Box, type ModelManifest, type PictureSize } from '@eyrie/domain';
import { OnnxRefused } from './onnx-file.ts';

/** One output of a model. */
export interface Output {
  name: string;
  dims: readonly number[];
  data: ArrayLike<number>;
}

/** How a picture lies in what the model takes: pixels of the model = pixels of the picture × scale + offset. */
export interface Placing {
  scaleX: number;
  scaleY: number;
  offsetX: number;
  offsetY: number;
  picture: PictureSize;
}

/** What a model saw at one place, in whole pixels of the upright picture. */
export interface SeenBox {
  box: Box;
  class: string;
  aiType: string | null;
  confidence: number;
}

/** Corners in pixels of the model. */
interface Candidate {
  left: number;
  top: number;
  right: number;
  bottom: number;
  index: number;
  score: number;
}

const bound = limits.detectorModel;

/** How a picture is laid into what a model takes. */
export const placingOf = ({ input }: Pick<ModelManifest, 'input'>, picture: PictureSize): Placing => {
  const [x, y] = [input.width / picture.width, input.height / picture.height];
  if (input.fit === 'stretch') return { scaleX: x, scaleY: y, offsetX: 0, offsetY: 0, picture };
  const scale = Math.min(x, y);
  const [width, height] = [picture.width * scale, picture.height * scale].map((one) =>
    Math.max(1, Math.round(one)),
  ) as [number, number];
  return {
    scaleX: width / picture.width,
    scaleY: height / picture.height,
    offsetX: Math.floor((input.width - width) / 2),
    offsetY: Math.floor((input.height - height) / 2),
    picture,
  };
};

const shapeOf = (outputs: readonly Output[]): string =>
  outputs
    .map(({ name, dims }) => `${name.slice(0, 40)} [${dims.join(', ')}]`)
    .join('; ')
    .slice(0, 200);
const wrong = (outputs: readonly Output[]): OnnxRefused => new OnnxRefused('wrongOutput', shapeOf(outputs));

/** Rows and columns of the one output of a family; leading ones are left out. @throws OnnxRefused `wrongOutput` */
const tableOf = (outputs: readonly Output[]): { rows: number; columns: number; data: ArrayLike<number> } => {
  const [output] = outputs;
  const dims = output?.dims.slice(-2) ?? [];
  const [rows, columns] = dims;
  const whole = (output?.dims ?? []).slice(0, -2).every((dim) => dim === 1);
  if (!output || outputs.length > 1 || rows === undefined || columns === undefined || !whole)
    throw wrong(outputs);
  return { rows, columns, data: output.data };
};

const least = ({ classes, threshold }: ModelManifest, index: number): number =>
  classes[index]?.threshold ?? threshold;

/** @param valueAt number of a column of a row; @param first column of the first class; @param sure column of the objectness */
const bestOf = (
  manifest: ModelManifest,
  rows: number,
  valueAt: (row: number, column: number) => number,
  { first, sure }: { first: number; sure: number | null },
): Candidate[] => {
  const found: Candidate[] = [];
  for (let row = 0; row < rows; row += 1) {
    let [index, score] = [-1, 0];
    for (let at = 0; at < manifest.classes.length; at += 1) {
      const value = valueAt(row, first + at);
      if (value > score) [index, score] = [at, value];
    }
    if (sure !== null) score *= valueAt(row, sure);
    if (index < 0 || !(score >= least(manifest, index))) continue;
    const [x, y, width, height] = [0, 1, 2, 3].map((column) => valueAt(row, column)) as [
      number,
      number,
      number,
      number,
    ];
    found.push({
      left: x - width / 2,
      top: y - height / 2,
      right: x + width / 2,
      bottom: y + height / 2,
      index,
      score,
    });
  }
  return found;
};

const readers: Readonly<
  Record<ModelManifest['family'], (outputs: readonly Output[], manifest: ModelManifest) => Candidate[]>
> = {
  yolov5: (outputs, manifest) => {
    const { rows, columns, data } = tableOf(outputs);
    if (columns !== manifest.classes.length + 5 || rows > bound.rowsMost) throw wrong(outputs);
    const valueAt = (row: number, column: number): number => data[row * columns + column] ?? 0;
    return bestOf(manifest, rows, valueAt, { first: 5, sure: 4 });
  },
  yolov8: (outputs, manifest) => {
    const { rows: columns, columns: rows, data } = tableOf(outputs);
    if (columns !== manifest.classes.length + 4 || rows > bound.rowsMost) throw wrong(outputs);
    const valueAt = (row: number, column: number): number => data[column * rows + row] ?? 0;
    return bestOf(manifest, rows, valueAt, { first: 4, sure: null });
  },
  nms: (outputs, manifest) => {
    const { rows, columns, data } = tableOf(outputs);
    if (columns !== 6 || rows > bound.rowsMost) throw wrong(outputs);
    return Array.from({ length: rows }, (_, row) => {
      const [left, top, right, bottom, score, number] = [0, 1, 2, 3, 4, 5].map(
        (column) => data[row * columns + column] ?? Number.NaN,
      ) as [number, number, number, number, number, number];
      return { left, top, right, bottom, score, index: number - manifest.firstClass };
    }).filter(({ score, index }) => score >= least(manifest, index));
  },
  ssd: (outputs, manifest) => {
    const named = (word: RegExp): Output | undefined => outputs.find(({ name }) => word.test(name));
    const [boxes, scores, classes] = [named(/box/i), named(/score/i), named(/class|label/i)];
    const rows = scores?.data.length ?? 0;
    if (!boxes || !scores || !classes || rows > bound.rowsMost) throw wrong(outputs);
    if (boxes.data.length !== rows * 4 || classes.data.length !== rows) throw wrong(outputs);
    const { width, height } = manifest.input;
    return Array.from({ length: rows }, (_, row) => {
      // Shares of the side, the upper edge first, as the models of this family write them.
      const [top, left, bottom, right] = [0, 1, 2, 3].map(
        (column) => boxes.data[row * 4 + column] ?? Number.NaN,
      ) as [number, number, number, number];
      return {
        left: left * width,
        top: top * height,
        right: right * width,
        bottom: bottom * height,
        score: scores.data[row] ?? 0,
        index: Number(classes.data[row]) - manifest.firstClass,
      };
    }).filter(({ score, index }) => score >= least(manifest, index));
  },
};

/** Share of both boxes together that both have. */
const shared = (a: Candidate, b: Candidate): number => {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (width <= 0 || height <= 0) return 0;
  const area = (one: Candidate): number => (one.right - one.left) * (one.bottom - one.top);
  return (width * height) / (area(a) + area(b) - width * height);
};

/** The strongest boxes of each class that do not lie on a stronger one. */
const thinned = (found: Candidate[], overlap: number): Candidate[] => {
  const kept: Candidate[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score).slice(0, bound.candidatesMost)) {
    if (kept.length >= bound.boxesMost) break;
    if (!kept.some((other) => other.index === one.index && shared(other, one) > overlap)) kept.push(one);
  }
  return kept;
};

/** In whole pixels of the picture, cut off at its edges; null: nothing of it lies in the picture. */
const boxIn = (one: Candidate, { scaleX, scaleY, offsetX, offsetY, picture }: Placing): Box | null => {
  const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
  const left = within(Math.floor((one.left - offsetX) / scaleX), picture.width);
  const right = within(Math.ceil((one.right - offsetX) / scaleX), picture.width);
  const top = within(Math.floor((one.top - offsetY) / scaleY), picture.height);
  const bottom = within(Math.ceil((one.bottom - offsetY) / scaleY), picture.height);
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
};

/**
 * What a model's outputs say of a picture, the surest first.
 * @throws OnnxRefused `wrongOutput` where they are not of the family that the manifest names
 */
export const boxesOf = (outputs: readonly Output[], manifest: ModelManifest, placing: Placing): SeenBox[] => {
  const found = readers[manifest.family](outputs, manifest).filter((one) =>
    [one.left, one.top, one.right, one.bottom, one.score].every(Number.isFinite),
  );
  return thinned(found, manifest.overlap).flatMap((one) => {
    const [box, known] = [boxIn(one, placing), manifest.classes[one.index]];
    if (!box || !known) return [];
    return [{ box, class: known.name, aiType: known.aiType, confidence: Math.min(one.score, 1) }];
  });
};
