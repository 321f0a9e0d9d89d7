import { expect, it } from 'vitest';
import { createUploadList, type UploadItem, type UploadWork } from './upload-list.ts';

const bench = () => {
  const begun = new Map<string, UploadWork & PromiseWithResolvers<void>>();
  const sent: string[] = [];
  const seen: { items: readonly UploadItem[]; stored: number } = { items: [], stored: 0 };
  const list = createUploadList({
    atOnce: 2,
    send: async ({ file: { name }, purpose }, work) => {
      sent.push(purpose);
      const end = Promise.withResolvers<void>();
      begun.set(name, { ...work, ...end });
      return end.promise;
    },
    faultOf: (error) => String(error),
    onChange: (items) => void (seen.items = items),
    onStored: () => void (seen.stored += 1),
  });
  const phases = () => seen.items.map(({ file, phase }) => `${file.name} ${phase}`);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { list, begun, sent, seen, phases, settled, ids: () => seen.items.map(({ id }) => id) };
};
const files = (...names: string[]) => names.map((name) => new File(['x'], name));

it('files go in their order, some at once, and one that waits may go before others', async () => {
  const { list, begun, seen, phases, settled, ids } = bench();
  list.add(files('a', 'b', 'c', 'd'));
  expect(phases()).toEqual(['a hashing', 'b hashing', 'c queued', 'd queued']);
  list.first(ids()[3] as number);
  begun.get('a')?.resolve();
  await settled();
  expect(phases()).toEqual(['d hashing', 'a stored', 'b hashing', 'c queued']);
  expect(seen.stored).toBe(1);
});

it('a file that is paused gives way and goes on later; one that failed says why', async () => {
  const { list, begun, seen, phases, settled, ids } = bench();
  list.add(files('a', 'b', 'c'));
  const [a, b] = ids() as [number, number];
  list.pause(a);
  expect(begun.get('a')?.signal.aborted).toBe(true);
  begun.get('a')?.say({ phase: 'sending', done: 1 });
  expect(phases()).toEqual(['a paused', 'b hashing', 'c hashing']);
  list.goOn(a);
  begun.get('b')?.reject('no');
  await settled();
  expect(phases()).toEqual(['a hashing', 'b failed', 'c hashing']);
  expect(seen.items[1]?.fault).toBe('no');
  list.drop(b);
  list.drop(a);
  expect(phases()).toEqual(['c hashing']);
});

it('each keeps what is to become of it', () => {
  const { list, sent } = bench();
  list.add(files('a'));
  list.add(files('b'), 'orthophoto');
  expect(sent).toEqual(['media', 'orthophoto']);
});
