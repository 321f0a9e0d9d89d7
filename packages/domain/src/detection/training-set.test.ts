import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxesOfPicture,
  classesOfPictures,
  cocoOf,
  trainingFile,
  yoloClasses,
  yoloLabels,
  type ReviewedBox,
  type TrainingPicture,
} from './training-set.ts';

const size = { width: 400, height: 300 };
const reviewed = (part: Partial<ReviewedBox> = {}): ReviewedBox => ({
  detectionOID: 'run',
  class: 'crack',
  verdict: 'confirmed',
  box: { x: 40, y: 30, width: 80, height: 60 },
  picture: size,
  ...part,
});
const picture = (boxes: TrainingPicture['boxes'], part: Partial<TrainingPicture> = {}): TrainingPicture => ({
  file: 'a.jpg',
  name: 'DJI_1.JPG',
  size,
  boxes,
  ...part,
});
const facts = { description: 'd', period: '2026-01 – 2026-03', leftOut: 2 };

describe('what is on a picture', () => {
  it('is what people confirmed; false alarms alone leave it without boxes', () => {
    expect(boxesOfPicture([reviewed({ verdict: 'falseAlarm' })])).toEqual({ size, boxes: [] });
    expect(boxesOfPicture([reviewed(), reviewed({ verdict: 'falseAlarm' })])?.boxes).toHaveLength(1);
    expect(boxesOfPicture([])).toBeNull();
  });

  it('is one box where several runs found one thing, and all boxes of one run', () => {
    const near = { x: 44, y: 32, width: 80, height: 60 };
    expect(boxesOfPicture([reviewed(), reviewed({ box: near })])?.boxes).toHaveLength(2);
    expect(boxesOfPicture([reviewed(), reviewed({ box: near, detectionOID: 'other' })])?.boxes).toHaveLength(
      1,
    );
    const rust = reviewed({ box: near, detectionOID: 'other', class: 'rust' });
    expect(boxesOfPicture([reviewed(), rust])?.boxes).toHaveLength(2);
  });

  it('lies where it is on the picture, also where a detector had a smaller one', () => {
    const half = reviewed({
      detectionOID: 'other',
      class: 'rust',
      picture: { width: 200, height: 150 },
      box: { x: 20, y: 15, width: 40, height: 30 },
    });
    expect(boxesOfPicture([reviewed(), half])?.boxes[1]?.box).toEqual(reviewed().box);
  });
});

describe('COCO', () => {
  it('numbers categories, images and boxes from 1, in pixels from the upper left corner', () => {
    const { box } = reviewed();
    const coco = cocoOf(
      [picture([{ class: 'rust', box }], { file: 'b.jpg' }), picture([{ class: 'crack', box }]), picture([])],
      facts,
    );
    expect(coco.categories.map(({ id, name }) => `${id} ${name}`)).toEqual(['1 crack', '2 rust']);
    expect(coco.images.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(coco.images[0]).toMatchObject({ file_name: 'b.jpg', width: 400, height: 300 });
    expect(coco.annotations).toEqual([
      { id: 1, image_id: 1, category_id: 2, bbox: [40, 30, 80, 60], area: 4800, iscrowd: 0 },
      { id: 2, image_id: 2, category_id: 1, bbox: [40, 30, 80, 60], area: 4800, iscrowd: 0 },
    ]);
    expect(coco.info.left_out).toBe(2);
  });
});

const inside = fc
  .record({
    x: fc.double({ min: 0, max: 0.9, noNaN: true }),
    y: fc.double({ min: 0, max: 0.9, noNaN: true }),
    width: fc.double({ min: 0.01, max: 0.1, noNaN: true }),
    height: fc.double({ min: 0.01, max: 0.1, noNaN: true }),
    name: fc.constantFrom('crack', 'rust', 'nest'),
  })
  .map(({ name, ...box }) => ({
    class: name,
    box: {
      x: box.x * size.width,
      y: box.y * size.height,
      width: box.width * size.width,
      height: box.height * size.height,
    },
  }));

describe('YOLO', () => {
  it('gives centre and size as shares of the picture, classes by their line', () => {
    expect(yoloClasses(['crack', 'two\nlines'])).toBe('crack\ntwo lines\n');
    expect(yoloLabels(picture([{ class: 'rust', box: reviewed().box }]), ['crack', 'rust'])).toBe(
      '1 0.200000 0.200000 0.200000 0.200000\n',
    );
    expect(yoloLabels(picture([]), [])).toBe('');
  });

  it('says of every box what COCO says, within a pixel', () => {
    fc.assert(
      fc.property(fc.array(inside, { maxLength: 20 }), (boxes) => {
        const own = picture(boxes);
        const classes = classesOfPictures([own]);
        const { annotations, categories } = cocoOf([own], facts);
        const lines = yoloLabels(own, classes).split('\n').filter(Boolean);
        expect(lines).toHaveLength(annotations.length);
        for (const [place, text] of lines.entries()) {
          const [number = 0, x = 0, y = 0, width = 0, height = 0] = text.split(' ').map(Number);
          const { category_id: category, bbox } = annotations[place] as (typeof annotations)[number];
          expect(classes[number]).toBe(categories.find(({ id }) => id === category)?.name);
          const back = [
            (x - width / 2) * size.width,
            (y - height / 2) * size.height,
            width * size.width,
            height * size.height,
          ];
          for (const [index, value] of back.entries())
            expect(Math.abs(value - (bbox[index] ?? 0))).toBeLessThan(1);
        }
      }),
    );
  });
});

describe('the name of a picture', () => {
  it('is its oid with the ending of a picture, whatever a device called it', () => {
    expect(trainingFile('019a', 'DJI_1.JPG')).toBe('019a.jpg');
    for (const name of ['=cmd.exe', '../../etc/passwd', 'a.jpg/..', ''])
      expect(trainingFile('019a', name)).toBe('019a');
  });
});
