import { expect, it } from 'vitest';
import type { Log } from '../../platform/log.ts';
import { createSparingWarn } from '../../platform/sparing-log.ts';
import { insertAll } from './device-log.rows.ts';

it('rows that cannot be stored hold up nothing else, and are said once a minute of each dock', async () => {
  const said: unknown[] = [];
  const log = { warn: (facts: object, text: string) => said.push([text, facts]) } as unknown as Log;
  const rows = Array.from({ length: 300 }, (_, at) => ({ at, dock_oid: at % 3 === 0 ? 'gone' : 'there' }));
  const kept: number[] = [];
  await insertAll(
    createSparingWarn(log, () => 0),
    rows,
    async (piece) => {
      if (piece.some(({ dock_oid }) => dock_oid === 'gone')) throw new Error('no such dock');
      kept.push(...piece.map(({ at }) => at));
    },
  );
  expect(kept).toHaveLength(200);
  expect(rows).toEqual([]);
  expect(said).toEqual([['row of a device log dropped', { err: expect.any(Error), dockOID: 'gone' }]]);
});
