import { z } from 'zod';
import { text } from '../shape.ts';
import { limits } from './detector-model.room.ts';

/**
 * How a model's answer is read. `yolov5`: rows of centre, size, objectness and a score per class. `yolov8`: the same lying
 * across, without objectness. `nms`: rows of corners, score and class, already thinned out. `ssd`: outputs of boxes, scores
 * and classes of their own.
 */
export const modelFamilies = ['yolov5', 'yolov8', 'nms', 'ssd'] as const;

/** What came of looking at an uploaded model before anything else is done with it. */
export const modelStates = ['waiting', 'ready', 'refused'] as const;
export type ModelState = (typeof modelStates)[number];

/** Why a model is not used, or a photo or a video not looked at. */
export const modelFaults = [
  'notModel',
  'tooManyNodes',
  'tooManyWeights',
  'outsideFile',
  'unknownDomain',
  'wrongInput',
  'wrongOutput',
  'tooMuchMemory',
  'tooMuchTime',
  'broken',
  'gone',
  'photoGone',
  'photoUnreadable',
  'videoGone',
  'videoNoProgram',
  'videoTooLarge',
  'videoUnread',
  'videoUnreadable',
  'videoPartly',
] as const;
export type ModelFault = (typeof modelFaults)[number];

/**
 * Why no model looks at a live picture now. `photosFull`: as many photos were kept of it in this flight as may be; `modelOff`,
 * `modelFailed`: all that would were switched off since, or do not run; `unready`: the store of files, or a process, does not answer,
 * or no server has taken it for long.
 */
export const liveLookFaults = [
  'noDecoder',
  'streamStill',
  'keyFrameOld',
  'streamCoding',
  'noRoom',
  'photosFull',
  'modelOff',
  'modelFailed',
  'unready',
] as const;
export type LiveLookFault = (typeof liveLookFaults)[number];

export const modelRunStates = ['waiting', 'taken', 'done', 'failed'] as const;
export const modelPictureStates = ['waiting', 'done', 'failed'] as const;

const { sideMin, sideMost, classesMost, nameMax } = limits.detectorModel;
const side = z.number().int().min(sideMin).max(sideMost);
const share = z.number().gt(0).max(1);

/** What an organisation says of its model beside the file. */
export const modelManifest = z.strictObject({
  name: text(nameMax),
  version: text(nameMax),
  family: z.enum(modelFamilies),
  input: z.strictObject({
    /** Pixels that the model takes. */
    width: side,
    height: side,
    layout: z.enum(['nchw', 'nhwc']).default('nchw'),
    colours: z.enum(['rgb', 'bgr']).default('rgb'),
    /** `unit`: 0 to 1; `byte`: 0 to 255; `imagenet`: `unit` less mean by deviation of ImageNet. */
    values: z.enum(['unit', 'byte', 'imagenet']).default('unit'),
    /** `letterbox`: whole, with grey beside it; `stretch`: filled. */
    fit: z.enum(['letterbox', 'stretch']).default('letterbox'),
  }),
  /** In the order of the model's scores. */
  classes: z
    .array(
      z.strictObject({
        name: text(nameMax),
        /** A code of the code table `aiType`; what has none is left out. */
        aiType: text(nameMax).nullable().default(null),
        threshold: share.optional(),
      }),
    )
    .min(1)
    .max(classesMost),
  /** Of classes that name none. */
  threshold: share.default(0.25),
  /** Share of two boxes of a class above which the weaker one is left out. */
  overlap: share.default(0.45),
  /** Number of the first class, of families that name classes by number. */
  firstClass: z.number().int().min(0).max(1).default(0),
});
export type ModelManifest = z.output<typeof modelManifest>;

/** AI types that a model finds, each once. */
export const typesOfModel = ({ classes }: Pick<ModelManifest, 'classes'>): string[] => [
  ...new Set(classes.flatMap(({ aiType }) => (aiType === null ? [] : [aiType]))),
];

/**
 * Moments of a video at which a model looks, ms from its start: in the middle of parts of one length, which are longer where there
 * would be too many. @param duration ms
 */
export const videoMoments = (duration: number): number[] => {
  if (!(duration > 0)) return [];
  const { videoStep, videoFrames } = limits.detectorModel;
  const count = Math.min(videoFrames, Math.max(1, Math.floor(duration / videoStep)));
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * duration) / count));
};

/** Whether a flight that asks for these types is looked at by a model of those; null: nobody arranged the flight. */
export const coversTypes = (wanted: readonly string[] | null, types: readonly string[]): boolean =>
  types.length > 0 && (wanted === null || wanted.some((one) => types.includes(one)));
