import { expect, test, vi } from 'vitest';
import { createLabelGate } from './label-gate.ts';

const start = () => {
  const loads: { text: string; settle: PromiseWithResolvers<void> }[] = [];
  const redraw = vi.fn<() => void>();
  const gate = createLabelGate((text) => {
    const settle = Promise.withResolvers<void>();
    loads.push({ text, settle });
    return settle.promise;
  }, redraw);
  return { gate, loads, redraw };
};

test('a label waits for its font, and is drawn anew once the font is here', async () => {
  const { gate, loads, redraw } = start();
  expect(gate('西山')).toBe('');
  expect(redraw).not.toHaveBeenCalled();
  loads[0]?.settle.resolve();
  await vi.waitFor(() => expect(redraw).toHaveBeenCalledOnce());
  expect(gate('西山')).toBe('西山');
});

test('characters are asked for once, by whichever label needs them first', async () => {
  const { gate, loads, redraw } = start();
  gate('西山');
  gate('西山');
  expect(gate('东山')).toBe('');
  expect(loads.map(({ text }) => text)).toEqual(['西山', '东']);
  loads[1]?.settle.resolve();
  await vi.waitFor(() => expect(redraw).toHaveBeenCalledOnce());
  expect(gate('东山')).toBe('');
});

test('a font that does not come holds no label back', async () => {
  const { gate, loads, redraw } = start();
  gate('西山');
  loads[0]?.settle.reject(new Error('away'));
  await vi.waitFor(() => expect(redraw).toHaveBeenCalledOnce());
  expect(gate('西山')).toBe('西山');
});

test('no label needs no font', () => {
  const { gate, loads } = start();
  expect(gate('')).toBe('');
  expect(loads).toEqual([]);
});
