import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCalls, calls, lastWord, type CallDeclaration } from '@eyrie/domain';
import { until } from '../caller.ts';
import { plainBody } from './bodies.ts';
import type { Sent } from './send.ts';
import { openWorld, type Things, type World } from './world.ts';

let world: World;
let things: Things;
beforeAll(async () => {
  world = await openWorld();
  things = await world.addThings('south-administrator');
});
afterAll(() => world?.close());

const nameOf = ({ method, path }: CallDeclaration): string => `${method} ${path}`;
const reads = /^(query|get|gain|list|windspeedGet|overview)/;
const isChange = (declaration: CallDeclaration): boolean =>
  (declaration.method === 'POST' || declaration.changesState === true) && !reads.test(lastWord(declaration));
/** Who is not signed in is nobody's member: such calls write what they find out themselves. */
const open: readonly CallDeclaration[] = allCalls.filter(({ permission }) => permission === 'public');
/** Change nothing that lasts when they are taken; refused they are written down like any other. */
const quiet: ReadonlyMap<CallDeclaration, string> = new Map<CallDeclaration, string>([
  [calls.appearance.history, 'reads'],
  [calls.dictionary.template, 'reads'],
  [calls.member.importPasswords, 'makes up words, stores none'],
  [calls.notification.read, 'a mark of the reader for the reader'],
  [calls.command.challenge, 'the row of what it confirms names it'],
  [calls.lease.renew, 'every five seconds, by a page that is open'],
]);
/** Ends the session with which everything else is asked. */
const ending: readonly CallDeclaration[] = [calls.session.logout];

interface Row {
  action: string;
  outcome: string;
  member_oid: string | null;
  session_oid: string | null;
  address: string | null;
  detail: Record<string, unknown>;
}
const heads = async (): Promise<number> => {
  const rows = await world.db.selectFrom('audit_head').select('seq').execute();
  return rows.reduce((sum, { seq }) => sum + Number(seq), 0);
};
const rowsAfter = async (count: number): Promise<Row[]> => {
  const rows = await world.db
    .selectFrom('audit_log')
    .select(['action', 'outcome', 'member_oid', 'session_oid', 'address', 'detail'])
    .orderBy('seq')
    .offset(count)
    .execute();
  return rows;
};
/** Makes a call and gives the rows that it wrote, refusals among them, which are written behind the answer. */
const written = async (ask: () => Promise<Sent>): Promise<{ sent: Sent; rows: Row[] }> => {
  const before = await heads();
  const sent = await ask();
  await until('a row', heads, (count) => count > before, 1_500, 10).catch(() => undefined);
  return { sent, rows: await rowsAfter(before) };
};
const expectOne = (rows: readonly Row[], what: string): Row => {
  expect(rows, `${what}: ${JSON.stringify(rows)}`).toHaveLength(1);
  const [row] = rows;
  if (!row) throw new Error(what);
  expect(row.member_oid, what).not.toBeNull();
  expect(row.session_oid, what).not.toBeNull();
  expect(row.address, what).toBe('127.0.0.1');
  return row;
};

describe.each(
  allCalls.filter((one) => typeof one.permission !== 'string').map((one) => [nameOf(one), one] as const),
)('%s', (name, declaration) => {
  it('leaves one row when somebody may not make it', async () => {
    const { sent, rows } = await written(() =>
      world.send(declaration, world.south.tokens.nobody, plainBody(declaration.request, [randomUUID()])),
    );
    expect(sent.body.data.reason).toBe('notAllowed');
    expect(expectOne(rows, name)).toMatchObject({
      action: 'call.denied',
      outcome: 'notAllowed',
      detail: { path: declaration.path },
    });
  });
});

describe.each(
  allCalls
    .filter((one) => isChange(one) && !open.includes(one) && !ending.includes(one))
    .map((one) => [nameOf(one), one] as const),
)('%s', (name, declaration) => {
  it('leaves one row, done or refused', async () => {
    const oids = [randomUUID(), ...Object.values(things)];
    let last: string | null = null;
    for (const oid of oids) {
      const body = plainBody(declaration.request, [oid]);
      // Calls that name nothing answer the same each time.
      if (JSON.stringify(body) === last) break;
      last = JSON.stringify(body);
      const { sent, rows } = await written(() =>
        world.send(declaration, world.south.tokens.administrator, body),
      );
      const what = `${name} ${sent.status} ${String(sent.body?.data?.reason ?? '')}`;
      if (sent.status === 200 && quiet.has(declaration)) expect(rows, what).toEqual([]);
      else expectOne(rows, what);
      expect(JSON.stringify(rows), what).not.toContain(world.south.tokens.administrator);
    }
  });
});
