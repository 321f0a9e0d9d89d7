import { expect, it } from 'vitest';
import type { AuditEntry } from '../../modules/audit-log/index.ts';
import type { DockLink } from '../../modules/dock/index.ts';
import { createLog } from '../../platform/log.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { GatewayDependencies } from './dependencies.ts';
import { reportUnordered } from './unordered.ts';

const link = { dock: { oid: 'dock', sn: 'D1', groupRoot: 'south' } } as DockLink;
const place = (fails = false) => {
  const did: string[] = [];
  const rows: AuditEntry[] = [];
  const runtime = {
    log: createLog({ level: 'silent' }),
    db: {
      transaction: () => ({
        async execute(work: (trx: unknown) => Promise<unknown>) {
          if (fails) throw new Error('the log cannot be written');
          return work({});
        },
      }),
    },
  } as unknown as Runtime;
  const deps = {
    alarm: async (oid: string, kind: string) => void did.push(`alarm ${oid} ${kind}`),
    audit: {
      write: async (_trx: unknown, row: AuditEntry) => {
        did.push('row');
        rows.push(row);
      },
    },
  } as unknown as GatewayDependencies;
  return {
    did,
    rows,
    report: (move: 'byHand' | 'returned') => reportUnordered(runtime, deps, link, 'F1', move),
  };
};

it.each([
  ['byHand', 'flownByHand'],
  ['returned', 'movedUnordered'],
] as const)('an aircraft that moved %s is an alarm, and then a row of the log: %s', async (move, kind) => {
  const { did, rows, report } = place();
  await report(move);
  expect(did).toEqual([`alarm dock ${kind}`, 'row']);
  expect(rows).toMatchObject([
    {
      groupRoot: 'south',
      dockOID: 'dock',
      memberOID: null,
      action: `dock.${kind}`,
      outcome: 'alarm',
      detail: { flightOID: 'F1' },
      correlationId: 'F1',
    },
  ]);
});

it('the alarm comes although the log cannot be written', async () => {
  const { did, report } = place(true);
  await expect(report('returned')).rejects.toThrow('cannot be written');
  expect(did).toEqual(['alarm dock movedUnordered']);
});
