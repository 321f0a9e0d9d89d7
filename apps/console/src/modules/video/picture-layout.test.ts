import { expect, it } from 'vitest';
import { camerasBeside, layoutOf, putBeside, withBeside } from './picture-layout.ts';

const sources = ['dock', 'fpv', 'payload', 'second', 'third'].map((videoId) => ({ videoId }));

it('beside the first picture stand all other cameras, four pictures at most', () => {
  expect(camerasBeside(sources, 'payload', undefined)).toEqual(['dock', 'fpv', 'second']);
  expect(camerasBeside(sources.slice(0, 3), 'dock', [])).toEqual(['fpv', 'payload']);
  expect(camerasBeside(sources.slice(0, 1), 'dock', ['fpv'])).toEqual([]);
});

it('what was put beside it comes first, each once, as far as it is there', () => {
  expect(camerasBeside(sources, 'dock', ['third', 'gone', 'fpv', 'third', 'dock'])).toEqual([
    'third',
    'fpv',
    'payload',
  ]);
});

it('a camera that is put in a place leaves its own to the one that stood there', () => {
  expect(putBeside(['dock', 'fpv', 'payload'], 0, 'payload')).toEqual(['payload', 'fpv', 'dock']);
  // The first picture shows it: it takes what stood there, and nothing else moves.
  expect(putBeside(['dock', 'fpv'], 1, 'second')).toEqual(['dock', 'second']);
});

it('a layout is kept of the docks that were looked at last, and read as one picture where it is none', () => {
  let layout = layoutOf({ many: true });
  expect(layout).toEqual({ many: true, beside: {} });
  for (let dock = 0; dock < 60; dock += 1) layout = withBeside(layout, `d${dock}`, ['fpv']);
  expect(Object.keys(layout.beside)).toHaveLength(50);
  expect(layout.beside).toHaveProperty('d59');
  expect(layout.beside).not.toHaveProperty('d9');
  expect(Object.keys(withBeside(layout, 'd59', ['dock']).beside)).toHaveLength(50);
  for (const none of [null, undefined, 'many', { many: 'yes', beside: 7 }])
    expect(layoutOf(none)).toEqual({ many: false, beside: {} });
  expect(camerasBeside(sources, 'dock', 'fpv' as never)).toHaveLength(3);
});
