import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { modelManifest, type ModelManifest } from '@eyrie/domain';
import {
  buildEndlessModel,
  buildGreedyModel,
  buildHotModel,
  buildOnnx,
  hotObjectness,
  tensor,
} from '@eyrie/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JobFailed } from '../../platform/child/index.ts';
import { createModelJobs, faultOfJob } from './model-jobs.ts';
import { hotManifest } from './model.fixture.ts';
import type { ModelAnswer } from './onnx-order.ts';

const manifest = modelManifest.parse(hotManifest);

let folder: string;
const jobs = createModelJobs();
// By the clock it may take as long as it likes: to load the runtime beside other tests is no fault of the next model.
const short = createModelJobs({ time: 5_000, wallTimes: 12 });
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eyrie-models-'));
});
afterAll(async () => {
  await Promise.all([jobs.stop(), short.stop()]);
  await rm(folder, { recursive: true, force: true });
});

let files = 0;
const laid = async (bytes: Uint8Array): Promise<string> => {
  files += 1;
  const path = join(folder, String(files));
  await writeFile(path, bytes);
  return path;
};
/** A grey photo with red squares, of which `at` names left and top, 80 pixels wide. */
const photo = (width: number, height: number, at: readonly (readonly [number, number])[]): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .composite(
      at.map(([left, top]) => ({
        input: { create: { width: 80, height: 80, channels: 3 as const, background: '#ff0000' } },
        left,
        top,
      })),
    )
    .png()
    .toBuffer();
const order = async (
  model: Uint8Array,
  photoBytes: Uint8Array | null,
  { used = jobs, part = {} }: { used?: typeof jobs; part?: Partial<ModelManifest> } = {},
): Promise<ModelAnswer> => {
  const modelPath = await laid(model);
  return used.run({
    modelPath,
    modelHash: modelPath,
    manifest: { ...manifest, ...part },
    photoPath: photoBytes && (await laid(photoBytes)),
  });
};

describe('a model', () => {
  it('finds what it was made for, at its place in the photo, the bars beside it counted out', async () => {
    // 640 × 320 lies in 64 × 64 with 16 rows of grey above and below: a cell is 80 pixels.
    const answer = await order(buildHotModel(), await photo(640, 320, [[160, 80]]));
    expect(answer).toMatchObject({ fault: null, picture: { width: 640, height: 320 } });
    expect(answer.boxes).toEqual([
      {
        box: { x: 160, y: 80, width: 80, height: 80 },
        class: 'hot',
        aiType: 'hotSpot',
        confidence: expect.closeTo(1, 1) as number,
      },
    ]);
    const none = await order(buildHotModel(), await photo(640, 320, []));
    expect(none).toMatchObject({ fault: null, boxes: [] });
  });

  it('is looked at without a photo', async () => {
    expect(await order(buildHotModel(), null)).toMatchObject({ fault: null, picture: null });
  });

  it('says of a photo that is none, and looks at the next', async () => {
    expect(await order(buildHotModel(), Buffer.from('no picture'))).toMatchObject({
      fault: 'photoUnreadable',
    });
    expect(await order(buildHotModel(), await photo(640, 640, [[0, 0]]))).toMatchObject({ fault: null });
  });
});

describe('the families of models', () => {
  // Not as high as wide: shares of one side are not those of the other.
  const [across, down] = [8, 4];
  const input = { ...manifest.input, width: 64, height: 32 };

  it.each([
    ['yolov8', 0, 1],
    ['yolov5', 0, hotObjectness],
    ['nms', 0, 1],
    ['nms', 1, 1],
    ['ssd', 0, 1],
    ['ssd', 1, 1],
  ] as const)('%s with the first class %i: each place, and how sure', async (family, first, sure) => {
    const model = buildHotModel({ family, across, down, first });
    const part = { family, input, firstClass: first };
    const places = [
      [160, 240],
      [480, 0],
    ] as const;
    const answer = await order(model, await photo(640, 320, places), { part });
    expect(answer).toMatchObject({ fault: null, detail: '' });
    const seen = answer.boxes.toSorted((a, b) => a.box.x - b.box.x);
    expect(seen).toEqual(
      places.map(([x, y]) => ({
        box: { x, y, width: 80, height: 80 },
        class: 'hot',
        aiType: 'hotSpot',
        confidence: expect.closeTo(sure, 1) as number,
      })),
    );
    // The threshold is that of what the family says in the end.
    const surer = await order(model, await photo(640, 320, places), { part: { ...part, threshold: 0.9 } });
    expect(surer.boxes).toHaveLength(sure > 0.9 ? 2 : 0);
    // A class that the manifest does not have is not shown as another.
    if (first > 0)
      expect(
        (await order(model, await photo(640, 320, places), { part: { ...part, firstClass: 0 } })).boxes,
      ).toEqual([]);
  });

  it.each([
    ['yolov5', 'yolov8'],
    ['yolov8', 'yolov5'],
    ['nms', 'yolov8'],
    ['nms', 'ssd'],
    ['ssd', 'yolov8'],
    ['ssd', 'nms'],
  ] as const)('%s is not what a model of %s says', async (family, given) => {
    const model = buildHotModel({ family: given, across, down });
    expect(await order(model, null, { part: { family, input } })).toMatchObject({
      fault: 'wrongOutput',
      boxes: [],
    });
  });
});

const one = { name: 'images', dims: [1, 3, 64, 64] };
const out = { name: 'output0', dims: [1, 3, 64, 64] };
const relu = { op: 'Relu', in: ['images'], out: ['output0'] };
const small = (value: { name: string }) => ({ ...value, dims: [1, 3, 32, 32] });
const plain = { inputs: [one], outputs: [out], nodes: [relu] };

it.each([
  ['time', 'tooMuchTime'],
  ['memory', 'tooMuchMemory'],
  ['died', 'broken'],
  ['unready', null],
  // A busy machine says nothing of a model.
  ['starved', null],
] as const)('a process that ended by %s says of its model: %s', (why, fault) => {
  expect(faultOfJob(new JobFailed('detector models', why))).toBe(fault);
});

describe('a model that is refused', () => {
  it.each([
    ['no model at all', Buffer.from('PK\u0003\u0004 not a model'), 'notModel'],
    ['nothing', Buffer.alloc(0), 'notModel'],
    ['half a model', buildHotModel().subarray(0, 300), 'notModel'],
    [
      'weights of 100 GB that are not there',
      buildOnnx({ ...plain, weights: [tensor('w', [25_000, 1_000_000])] }),
      'tooManyWeights',
    ],
    [
      'an operation of a library that nobody has',
      buildOnnx({ ...plain, nodes: [{ ...relu, domain: 'evil.example' }] }),
      'unknownDomain',
    ],
    ['two inputs', buildOnnx({ ...plain, inputs: [one, { ...one, name: 'second' }] }), 'wrongInput'],
    ['another input', buildOnnx({ ...plain, inputs: [small(one)], outputs: [small(out)] }), 'wrongInput'],
    ['an answer of another family', buildOnnx(plain), 'wrongOutput'],
    [
      'an operation that there is not',
      buildOnnx({ ...plain, nodes: [{ ...relu, op: 'Nothing' }] }),
      'broken',
    ],
    ['a tensor of 100 GB while it runs', buildGreedyModel(25_000_000_000), 'tooMuchMemory'],
    ['a tensor of 2 GB while it runs', buildGreedyModel(500_000_000), 'tooMuchMemory'],
  ])('%s', async (_what, model, fault) => {
    expect(await order(model, null)).toMatchObject({ fault, boxes: [] });
  });

  it('never ends: its process is ended, and the next order is done', async () => {
    const endless = order(buildEndlessModel(), null, { used: short });
    await expect(endless).rejects.toThrow('detector models');
    expect(faultOfJob(await endless.catch((error: unknown) => error))).toBe('tooMuchTime');
    expect(await order(buildHotModel(), null, { used: short })).toMatchObject({ fault: null });
  });
});
