import { connectionSteps } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { bindingWanted, stageMark } from './wizard.rules.ts';

const stranger = {
  bound: false,
  watched: true,
  codeExpiresAt: 2_000,
  steps: [{ step: 'connect', outcome: 'done' }],
} as const;
const home = {
  ...stranger,
  bound: true,
  steps: connectionSteps.map((step) => ({ step, outcome: 'done' as const })),
};

it('tells what to do at a dock that signs in and is not bound, and nothing at others', () => {
  expect(bindingWanted(stranger, 1_000)).toBe('code');
  expect(bindingWanted(stranger, 2_000)).toBe('newCode');
  expect(bindingWanted({ ...stranger, codeExpiresAt: null }, 0)).toBe('newCode');
  expect(bindingWanted({ ...stranger, steps: [] }, 0)).toBeNull();
  expect(bindingWanted({ ...stranger, steps: [{ step: 'connect', outcome: 'failed' }] }, 0)).toBeNull();
  expect(bindingWanted(home, 0)).toBeNull();
});

it('ticks what is done, and never what is missing', () => {
  const fine = [{ state: 'fine' }, { state: 'notChecked' }] as const;
  const lacking = [{ state: 'fine' }, { state: 'missing' }] as const;
  const marks = (needs: typeof fine | typeof lacking | undefined, way: Parameters<typeof bindingWanted>[0]) =>
    (['needs', 'access', 'ladder', 'flight'] as const).map((stage) =>
      stageMark(stage, 'flight', { needs, way }),
    );
  expect(marks(lacking, stranger)).toEqual(['error', 'finish', 'wait', 'process']);
  expect(marks(fine, home)).toEqual(['finish', 'finish', 'finish', 'process']);
  expect(marks(undefined, { ...stranger, steps: [] })).toEqual(['wait', 'wait', 'wait', 'process']);
  expect(stageMark('needs', 'needs', { needs: lacking, way: undefined })).toBe('error');
  expect(stageMark('needs', 'needs', { needs: fine, way: undefined })).toBe('process');
});
