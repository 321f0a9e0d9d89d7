import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '@eyrie/domain';
import { promised } from '@eyrie/testing';
import { until } from '../testing/caller.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const refusing = `create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
  create trigger block before insert on audit_log for each row execute function refuse_row()`;
const swallowing = `create function swallow_row() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger block before insert on audit_log for each row execute function swallow_row()`;
const ways = { 'a trigger that refuses': refusing, 'a trigger that swallows': swallowing };

describe('with an audit log that takes no rows while the database stands', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const sql = (text: string, values: unknown[] = []) => server.database.connection.pool.query(text, values);
  const ready = async (): Promise<boolean> => (await fetch(`${server.running.url}/readyz`)).status === 200;

  it.each(Object.entries(ways))(
    'nothing is ordered but the way home: %s',
    { timeout: 60_000 },
    async (_, block) => {
      const { oid, dock } = await server.addDock();
      await server.fly(dock, oid);
      const voice = setInterval(() => {
        void dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 } });
        void dock.droneOsd({ mode_code: 5, elevation: 60, horizontal_speed: 8 });
      }, 700);
      const epoch = await server.takeLease(oid);
      const before = dock.services().length;
      await sql(block);
      try {
        // Noticed by the server itself, before anybody has ordered anything.
        await until('not ready', ready, (is) => !is);

        const videoId = `A${dock.services().length}/165-0-7/normal-0`;
        const live = await server.call(calls.command.startLive, { oid, key: randomUUID(), videoId });
        expect(live.status).not.toBe(200);
        const orders = { returnHome: randomUUID(), hover: randomUUID() };
        for (const method of ['returnHome', 'hover'] as const) {
          const request = { oid, key: orders[method], epoch };
          const asked = performance.now();
          const answer = await server.call(calls.command[method], request);
          expect(answer).toMatchObject({ status: 200, data: { state: 'accepted' } });
          expect(performance.now() - asked).toBeLessThan(promised(3_000));
          // The same click again is the same order, also now.
          const again = await server.call(calls.command[method], request);
          expect(again.data.commandOID).toBe(answer.data.commandOID);
        }
        expect(
          dock
            .services()
            .slice(before)
            .map(({ method }) => method),
        ).toEqual(['return_home', 'flighttask_pause']);
        const states = async () =>
          (await sql('select method, state from command where dock_oid = $1', [oid])).rows as {
            method: string;
            state: string;
          }[];
        // What people see of them does not wait for the log, and nothing stays drafted.
        await until(
          'shown as they are',
          states,
          (rows) => rows.filter(({ state }) => state === 'accepted' || state === 'succeeded').length === 2,
        );
        expect((await states()).filter(({ state }) => state === 'drafted')).toEqual([]);
      } finally {
        clearInterval(voice);
        await sql('drop trigger if exists block on audit_log');
        await sql('drop function if exists refuse_row, swallow_row');
      }
      await until('ready again', ready, Boolean);
      // The rows come after all, each once.
      const rows = async () =>
        (
          await sql(
            `select action, outcome from audit_log where dock_oid = $1 and action in ('command.returnHome', 'command.hover')
             and outcome = 'accepted' order by action`,
            [oid],
          )
        ).rows;
      await until('rows', rows, (found) => found.length >= 2);
      // What no slot of the journal holds any more cannot come a second time.
      const journal = join(server.env.EYRIE_DATA_DIR, 'journal', 'emergency.slots');
      const kept = async (): Promise<boolean> =>
        /EYJ1[^]{28}\{"commandOID"/.test(await readFile(journal, 'latin1'));
      await until('an empty journal', kept, (some) => !some);
      expect(await rows()).toEqual([
        { action: 'command.hover', outcome: 'accepted' },
        { action: 'command.returnHome', outcome: 'accepted' },
      ]);
      const chain = await server.call(calls.auditLog.verify, {});
      expect(chain).toMatchObject({ status: 200, data: { state: 'whole' } });
    },
  );

  it(
    'an ordinary order is refused at once by name and does not stay drafted',
    { timeout: 30_000 },
    async () => {
      const { oid, dock } = await server.addDock();
      const flightOID = await server.addFlight(oid, (await server.uploadRoute()).oid);
      await server.untilReady(dock, flightOID);
      const epoch = await server.takeLease(oid);
      const nonce = await server.nonceFor(oid, 'startJob');
      await dock.osdParts();
      await sql(refusing);
      try {
        const asked = performance.now();
        const key = randomUUID();
        const answer = await server.call(calls.command.startJob, { oid, flightOID, key, epoch, nonce });
        expect(answer).toMatchObject({ status: 503, data: { reason: 'auditBlocked' } });
        expect(performance.now() - asked).toBeLessThan(promised(3_000));
        expect(dock.services()).toHaveLength(0);
        const { rows } = await sql('select state, reason from command where dock_oid = $1', [oid]);
        expect(rows).toEqual([{ state: 'failed', reason: 'auditBlocked' }]);
        const name = { oid, name: '新名' };
        expect(await server.call(calls.dock.edit, name)).toMatchObject({
          status: 503,
          data: { reason: 'auditBlocked' },
        });
      } finally {
        await sql('drop trigger if exists block on audit_log');
        await sql('drop function if exists refuse_row');
      }
      await until(
        'the row of the refused order',
        async () =>
          (
            await sql("select outcome from audit_log where dock_oid = $1 and action = 'command.startJob'", [
              oid,
            ])
          ).rows as { outcome: string }[],
        (rows) => rows.length === 1 && rows[0]?.outcome === 'failed',
      );
    },
  );

  it(
    'an order and the control of an aircraft do not wait for a row of other work that is not committed',
    { timeout: 30_000 },
    async () => {
      const { oid, dock } = await server.addDock();
      await server.fly(dock, oid);
      const other = await server.database.connection.pool.connect();
      try {
        await other.query('begin');
        await other.query(`update audit_head set seq = seq where chain = 'general'`);
        const epoch = await server.takeLease(oid);
        const order = { oid, key: randomUUID(), epoch };
        expect(await server.call(calls.command.hover, order)).toMatchObject({ status: 200 });
        const rows = async () =>
          (
            await sql(
              `select chain, action from audit_log where dock_oid = $1 and outcome in ('held', 'accepted')`,
              [oid],
            )
          ).rows as { chain: string; action: string }[];
        // Also what the gateway says of it.
        await until('the rows of the order', rows, (found) =>
          found.some(({ action }) => action === 'command.hover'),
        );
        expect((await rows()).filter(({ chain }) => chain !== 'control')).toEqual([]);
      } finally {
        await other.query('rollback');
        other.release();
      }
    },
  );
});
